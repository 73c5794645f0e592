import { recordOrderEvent } from '#app/.server/audit-log/record-order-event.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  assertNotMoved,
  type OrderReturn,
  piecesText,
  returnOfOrder,
} from '#app/.server/returns/returns.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'

/**
 * The return that a refund is for, of an order the caller has locked: weighed, and refunded by its own
 * pieces, or by a sum where less goes back [RETURN-08].
 */
export async function returnToRefund(
  tx: Orm,
  order: OrderRow,
  id: string,
  input: RefundInput,
): Promise<OrderReturn> {
  const found = await returnOfOrder(tx, order.id, id)
  assertNotMoved(found, 'refunded')
  if (input.of === 'sum' || (input.of === 'lines' && isOfItsPieces(found, input.quantities))) {
    return found
  }
  throw new AppError(
    'return_refused',
    409,
    'A return is refunded by exactly its pieces, or by a sum. Nothing was refunded.',
  )
}

function isOfItsPieces(
  { pieces }: OrderReturn,
  quantities: readonly { position: number; quantity: number }[],
): boolean {
  const asked = quantities.filter(({ quantity }) => quantity !== 0)
  return (
    asked.length === pieces.length &&
    pieces.every(({ line, quantity }) =>
      asked.some((each) => each.position === line && each.quantity === quantity),
    )
  )
}

/** In the history of the order, before its refund. */
export async function noteRefundedReturn(
  tx: Orm,
  order: OrderRow,
  { pieces }: OrderReturn,
  { at, by }: { at: Date; by: string },
): Promise<OrderRow> {
  const why = `The return is refunded: ${await piecesText(tx, order.id, pieces)}.`
  const after = await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
  const facts = { to: 'refunded', what: why }
  await recordOrderEvent(tx, order, { at, by, action: 'order.return_moved', facts })
  return after
}
