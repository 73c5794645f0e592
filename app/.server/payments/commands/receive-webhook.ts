import { orUnavailable } from '#app/.server/platform/db/database-unavailable.ts'
import type { IgnoredEvent, PaymentEvent } from '../gateway/payment-event.ts'
import { BadSignature } from '../gateway/payment-gateway.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { recordEvent } from '../repository.ts'

/**
 * A message sent to the shop in a payment provider's name. Believed by its signature over the bytes
 * alone, before anything looks into them; returns only once the books are written, so that a 200
 * means stored and anything else makes the provider send it again.
 */
export async function takePaymentMessage(
  shop: Shop,
  body: Uint8Array,
  signature: string | null,
): Promise<void> {
  const read = shop.payments?.readMessage
  if (!read) throw new Problem('not_found', 404, 'This shop takes no card payments.')
  await takeProviderEvent(
    shop,
    believed(() => read(body, signature, shop.now())),
  )
}

function believed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error
    throw new Problem('bad_signature', 400, error.message)
  }
}

/** An event that was believed, however the shop came to know of it. */
export async function takeProviderEvent(
  shop: Shop,
  event: PaymentEvent | IgnoredEvent,
): Promise<void> {
  if (!('ignored' in event)) {
    await applyPaymentEvent(shop, event)
    return
  }
  const outcome = `ignored: ${event.ignored}`
  const record = { orderId: null, outcome, at: shop.now() }
  const first = await orUnavailable(shop, ({ orm }) => recordEvent(orm, event, record))
  shop.log.info({ event: event.id, type: event.type, outcome, first }, 'payment event')
}
