import { and, eq, lte, ne, or } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderAs } from '#app/.server/orders/change-order.ts'
import { waitingEdit } from '#app/.server/orders/edits/apply-edit.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { closeEditPage } from '../close-edit-page.ts'
import { endEdit } from '../end-edit.ts'

/** A payment page that was opened in the last minute of its link has expired by then. */
const graceMs = 3_600_000

/**
 * Ends changes that nobody paid for in time, or whose order was refunded since; answers how many
 * [EDIT-07].
 */
export async function endUnpaidEdits(app: AppContext): Promise<number> {
  const before = new Date(app.now().getTime() - graceMs)
  const overdue = await app.db.orm
    .select({ id: orderEdits.orderId })
    .from(orderEdits)
    .innerJoin(paymentRequestLinks, eq(paymentRequestLinks.id, orderEdits.linkId))
    .innerJoin(orders, eq(orders.id, orderEdits.orderId))
    .where(
      and(
        eq(orderEdits.state, 'waiting'),
        or(lte(paymentRequestLinks.endsAt, before), ne(orders.state, 'paid')),
      ),
    )
  let ended = 0
  for (const { id } of overdue) {
    try {
      await closeEditPage(app, id)
      if (await endUnpaid(app, id)) ended += 1
    } catch (error) {
      app.log.error({ err: error, order: id }, 'an unpaid change of an order could not be ended')
    }
  }
  return ended
}

/** False where its payment was applied in the meantime. */
function endUnpaid(app: AppContext, id: string): Promise<boolean> {
  const change = { id, actor: 'system', by: 'the clock' } as const
  return changeOrderAs(app, change, async ({ tx, order, at, save }) => {
    const edit = await waitingEdit(tx, order.id)
    if (!edit) return false
    const isStillPaid = order.state === 'paid'
    const why = isStillPaid
      ? 'The buyer didn’t pay for the change in time, so the order stays as it was.'
      : 'The order was refunded, so the change that was waiting for payment ended.'
    await endEdit(tx, edit, { at, why })
    await save({ why, columns: { editWaiting: false } })
    return true
  })
}
