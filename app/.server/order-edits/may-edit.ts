import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { labelsForOrder } from '#app/.server/fulfillment/label-subject.ts'
import { waitingLabel } from '#app/.server/fulfillment/shipping-labels.ts'
import { creditsReducingTax } from '#app/.server/ledger/refunds.ts'
import {
  assertMayBeSent,
  assertNotOnHold,
  assertNotReversed,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'

/** Beside the field where one is wrong. */
export const editRefused = (message: string, field?: string) =>
  new AppError('edit_refused', 409, `${message} Nothing was changed.`, {
    details: field === undefined ? {} : { errors: { [field]: message } },
  })

/** A paid order of which nothing was sent, and no label bought, can be changed [EDIT-08]. */
export async function assertMayEdit(tx: Orm, app: AppContext, order: OrderRow): Promise<void> {
  if (order.state !== 'paid') throw await wrongState(tx, order)
  if (order.editWaiting) {
    throw editRefused('A change is already waiting for payment. Cancel it first.')
  }
  assertNotOnHold(order)
  if (order.dispute === 'open') {
    throw editRefused('The buyer’s bank is disputing this payment. Wait until that’s decided.')
  }
  assertMayBeSent(order, app)
  await assertNotReversed(tx, order)
  if ((await parcelsOfOrder(tx, order.id)).length > 0) {
    throw editRefused('Part of this order has shipped, so its pieces can’t be changed.')
  }
  if (await waitingLabel(tx, labelsForOrder(order.id))) {
    throw editRefused('A shipping label was bought for this order. Void the label first.')
  }
  const { orderId, kind } = tradeIns
  if ((await tx.$count(tradeIns, and(eq(orderId, order.id), eq(kind, 'recast')))) > 0) {
    throw editRefused('This order is a recast. Create a new order for other pieces.')
  }
  // Their tax is of what was left of the price, not of each line.
  if ((await creditsReducingTax(tx, order.id)).size > 0) {
    throw editRefused('A trade-in credit reduced the sales tax of this order. Refund it instead.')
  }
}
