import { recordOrderEvent } from '#app/.server/audit-log/record-order-event.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import {
  assertNotMoved,
  type OrderReturn,
  piecesText,
  returnOfOrder,
} from '#app/.server/returns/returns.ts'

/** The return that a refund is for, of an order the caller has locked: it must be weighed [RETURN-01]. */
export async function returnToRefund(tx: Orm, order: OrderRow, id: string): Promise<OrderReturn> {
  const found = await returnOfOrder(tx, order.id, id)
  assertNotMoved(found, 'refunded')
  return found
}

/** In the history of the order, before its refund. */
export async function noteRefundedReturn(
  tx: Orm,
  order: OrderRow,
  { pieces }: OrderReturn,
  { at, by }: { at: Date; by: string },
): Promise<OrderRow> {
  const why = `Return refunded: ${await piecesText(tx, order.id, pieces)}.`
  const after = await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
  const facts = { to: 'refunded', what: why }
  await recordOrderEvent(tx, order, { at, by, action: 'order.return_moved', facts })
  return after
}
