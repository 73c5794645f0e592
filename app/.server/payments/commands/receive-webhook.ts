import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { IgnoredEvent, PaymentEvent } from '../gateway/payment-event.ts'
import { BadSignature, UnreadableEvent } from '../gateway/payment-gateway.ts'
import { recordEvent } from '../repository.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

/**
 * A webhook of the payment provider. Verified by its signature over the bytes alone, before anything
 * looks into them; returns only once its effect is stored, so that a 200 means stored and anything else makes the provider send it again.
 */
export async function receiveWebhook(
  app: AppContext,
  body: Uint8Array,
  signature: string | null,
): Promise<void> {
  const read = app.payments?.readWebhook
  if (!read) throw new AppError('not_found', 404, 'This shop takes no card payments.')
  let event: PaymentEvent | IgnoredEvent
  try {
    event = read(body, signature, app.now())
  } catch (error) {
    if (error instanceof BadSignature) throw new AppError('bad_signature', 400, error.message)
    if (!(error instanceof UnreadableEvent)) throw error
    app.log.error({ reason: error.message }, 'a payment event cannot be read')
    throw new AppError('event_unreadable', 422, error.message)
  }
  await applyProviderEvent(app, event)
}

/** A verified event, however the shop came to know of it. */
export async function applyProviderEvent(
  app: AppContext,
  event: PaymentEvent | IgnoredEvent,
): Promise<void> {
  if (!('ignored' in event)) {
    await applyPaymentEvent(app, event)
    return
  }
  const outcome = `ignored: ${event.ignored}`
  const record = { orderId: null, outcome, at: app.now() }
  const first = await withDatabase(app, ({ orm }) => recordEvent(orm, event, record))
  app.log.info({ event: event.id, type: event.type, outcome, first }, 'payment event')
}
