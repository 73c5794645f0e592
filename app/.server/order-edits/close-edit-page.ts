import type { AppContext } from '#app/.server/app-context.ts'
import { waitingEdit } from '#app/.server/orders/edits/apply-edit.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { paymentError } from '#app/.server/payments/commands/close-checkout-session.ts'
import { findPaymentRequestLink } from '#app/.server/payments/payment-request-token.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/**
 * Closes the payment page of a waiting change before the change ends: else it could be paid for nothing. A payment
 * that was made is applied. Answers the session that is closed; null: none is open.
 */
export async function closeEditPage(app: AppContext, orderId: string): Promise<string | null> {
  const session = await withDatabase(app, async ({ orm }) => {
    const edit = await waitingEdit(orm, orderId)
    const link = edit?.linkId ? await findPaymentRequestLink(orm, 'id', edit.linkId) : null
    return link?.session ?? null
  })
  if (session === null || app.payments === null) return session
  const status = await app.payments.closeSession(session).catch((error: unknown) => {
    throw paymentError(error, { order: orderId })
  })
  if (status !== 'unknown' && status.type !== 'expired') await applyPaymentEvent(app, status)
  return session
}
