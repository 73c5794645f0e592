import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { waitingEdit } from '#app/.server/orders/edits/apply-edit.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { findPaymentRequestLink } from '#app/.server/payments/payment-request-token.ts'
import { closeEditPage } from '../close-edit-page.ts'
import { endEdit } from '../end-edit.ts'
import { editRefused } from '../may-edit.ts'

/** Staff cancel a change that waits for its payment: the order stays as it was [EDIT-07]. */
export async function cancelEdit(
  app: AppContext,
  request: VersionedOrder & { reason: string },
): Promise<void> {
  const closed = await closeEditPage(app, request.id)
  await changeOrder(app, request, async ({ tx, order, at, assertUnchanged, save }) => {
    const edit = await waitingEdit(tx, order.id)
    if (!edit) throw editRefused('No change is waiting for payment. It may just have been paid.')
    await assertUnchanged()
    const link = await findPaymentRequestLink(tx, 'id', edit.linkId ?? '')
    if ((link?.session ?? null) !== closed) {
      throw editRefused('The buyer is on the payment page right now. Please try again.')
    }
    await endEdit(tx, edit, { at, why: 'Staff canceled it.' })
    await save({
      why: `The change that was waiting for payment was canceled. ${request.reason}`,
      columns: { editWaiting: false },
      audit: { action: 'order.edit_canceled', facts: { reason: request.reason } },
    })
  })
}
