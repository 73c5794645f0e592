import type { AppContext } from '#app/.server/app-context.ts'
import { waitingEdit } from '#app/.server/orders/edits/apply-edit.ts'
import { closeSession } from '#app/.server/payments/commands/close-checkout-session.ts'
import { findPaymentRequestLink } from '#app/.server/payments/payment-request-token.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/**
 * Closes the payment page of a waiting change before the change ends; otherwise the buyer could pay for a change
 * that has ended. A payment that was made is applied. Answers the session that is closed; null: none is open.
 */
export async function closeEditPage(app: AppContext, orderId: string): Promise<string | null> {
  const session = await withDatabase(app, async ({ orm }) => {
    const edit = await waitingEdit(orm, orderId)
    const link = edit?.linkId ? await findPaymentRequestLink(orm, 'id', edit.linkId) : null
    return link?.session ?? null
  })
  if (session === null || app.payments === null) return session
  await closeSession(app, app.payments, session, { order: orderId })
  return session
}
