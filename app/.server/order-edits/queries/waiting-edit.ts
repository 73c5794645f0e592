import type { AppContext } from '#app/.server/app-context.ts'
import { waitingEdit } from '#app/.server/orders/edits/apply-edit.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import {
  findPaymentRequestLink,
  paymentRequestPath,
} from '#app/.server/payments/payment-request-token.ts'
import { stateOfLink } from '#app/.server/payments/state-of-link.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents } from '#app/domain/money/cents.ts'
import { editText } from '#app/domain/order-edits/edit-text.ts'

/** A change of an order that waits for its payment, for staff. */
export function waitingEditOf(app: AppContext, orderId: string) {
  return withDatabase(app, async ({ orm }) => {
    const edit = await waitingEdit(orm, orderId)
    const link = edit?.linkId ? await findPaymentRequestLink(orm, 'id', edit.linkId) : null
    const order = link && (await findOrder(orm, 'id', orderId))
    if (!edit || !link || !order) return null
    const { reason, by } = edit
    return {
      what: editText(edit),
      ...{ reason, by, due: cents(edit.dueCents) },
      url: new URL(paymentRequestPath(app, link.id, order), app.publicUrl).href,
      endsAt: link.endsAt,
      state: await stateOfLink(orm, app, link, order),
    }
  })
}

export type WaitingEdit = NonNullable<Awaited<ReturnType<typeof waitingEditOf>>>
