import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { assertNotCanceled } from '#app/.server/fulfillment/delays.ts'
import { labelsForOrder } from '#app/.server/fulfillment/label-subject.ts'
import { pickupOf } from '#app/.server/fulfillment/pickup.ts'
import { waitingLabel } from '#app/.server/fulfillment/shipping-labels.ts'
import { taxReducingCreditReferences } from '#app/.server/ledger/refunds.ts'
import {
  assertMayBeSent,
  assertNotOnHold,
  assertNotReversed,
  orderRefused,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { assertNotHeldBack } from '#app/.server/risk/holds.ts'
import { editField } from '#app/contracts/order-edits/order-edit.ts'
import type { EditableLine, WantedEdit } from '#app/domain/order-edits/wanted-edit.ts'

/** Beside the field where one is wrong. */
export const editRefused = (message: string, field?: string) =>
  orderRefused('edit_refused', message, field === undefined ? {} : { errors: { [field]: message } })

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
  await assertNotCanceled(tx, order)
  await assertNotReversed(tx, order)
  await assertNotHeldBack(tx, order)
  if ((await parcelsOfOrder(tx, order.id)).length > 0) {
    throw editRefused('Part of this order has shipped, so its pieces can’t be changed.')
  }
  if (await waitingLabel(tx, labelsForOrder(order.id))) {
    throw editRefused('A shipping label was bought for this order. Void the label first.')
  }
  if (await pickupOf(tx, order.id)) {
    throw editRefused(
      'This order is ready for pickup. Move it back to In production first; its pickup code ends then.',
    )
  }
  const { orderId, kind } = tradeIns
  if ((await tx.$count(tradeIns, and(eq(orderId, order.id), eq(kind, 'recast')))) > 0) {
    throw editRefused('This order is a recast. Create a new order for other pieces.')
  }
  // Their tax is of what was left of the price, not of each line.
  if ((await taxReducingCreditReferences(tx, order.id)).size > 0) {
    throw editRefused('A trade-in credit reduced the sales tax of this order. Refund it instead.')
  }
}

/** A serial number stays with the line that its piece was weighed on, so another line could not have it [EDIT-08]. */
export async function assertNotWeighed(
  tx: Orm,
  orderId: string,
  lines: readonly EditableLine[],
  removed: WantedEdit['removed'],
): Promise<void> {
  const weighed = await weighedItemsOf(tx, orderId)
  for (const { position, quantity } of removed) {
    const left = lines.find((each) => each.position === position)?.left ?? 0
    const isWeighed = weighed.filter(({ line }) => line === position).length > left - quantity
    if (!isWeighed) continue
    throw editRefused(
      'Weighed pieces can’t be changed or removed here. Refund them and create a new order instead.',
      editField(position, 'quantity'),
    )
  }
}
