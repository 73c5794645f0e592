import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type IgnoredEvent, type PaymentEvent, withDetail } from '../gateway/payment-event.ts'
import { BadSignature, PaymentUnavailable, UnreadableEvent } from '../gateway/payment-gateway.ts'
import { alertRefusedWebhook, endRefusedWebhook } from '../refused-webhook.ts'
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
  if (!read) throw new AppError('not_found', 404, 'This shop doesn’t take card payments.')
  let event: PaymentEvent | IgnoredEvent
  try {
    event = read(body, signature, app.now())
  } catch (error) {
    if (error instanceof BadSignature) {
      await alertRefusedWebhook(app, body)
      throw new AppError('bad_signature', 400, error.message)
    }
    if (!(error instanceof UnreadableEvent)) throw error
    app.log.error({ reason: error.message }, 'a payment event cannot be read')
    throw new AppError('event_unreadable', 422, error.message)
  }
  await applyProviderEvent(app, event)
  await endRefusedWebhook(app)
}

/** A verified event, however the shop came to know of it. */
export async function applyProviderEvent(
  app: AppContext,
  event: PaymentEvent | IgnoredEvent,
): Promise<void> {
  if (!('ignored' in event)) {
    await applyPaymentEvent(app, await withReason(app, event))
    return
  }
  const outcome = `ignored: ${event.ignored}`
  const record = { orderId: null, outcome, at: app.now() }
  const first = await withDatabase(app, ({ orm }) => recordEvent(orm, event, record))
  app.log.info({ event: event.id, type: event.type, outcome, first }, 'payment event')
}

/**
 * The event of a debit that failed does not say why; its payment does. It is asked for before anything is
 * written, and where the provider does not answer, nobody is told a reason [BANK-20].
 */
async function withReason(app: AppContext, event: PaymentEvent): Promise<PaymentEvent> {
  const { payments } = app
  const { session } = event.about
  if (event.type !== 'failed' || event.detail || !session || !payments) return event
  try {
    const status = await payments.retrieveSession(session)
    const isFailed = typeof status === 'object' && status.type === 'failed'
    return isFailed ? withDetail(event, status.detail ?? null) : event
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    app.log.warn({ cause: error.cause }, 'the payment provider does not say why a debit failed')
    return event
  }
}
