import type { AppContext } from '#app/.server/app-context.ts'
import { assertNotCanceled } from '#app/.server/fulfillment/delays.ts'
import {
  assertMayBeSent,
  assertNotOnHold,
  assertNotReversed,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import type { WeighedItem } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { assertNotHeldBack } from '#app/.server/risk/holds.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { type Item, itemsHere } from '#app/domain/weighing/to-weigh.ts'

type Weighed = {
  order: OrderRow
  lines: readonly { quantity: number }[]
  weighed: readonly WeighedItem[]
}

/**
 * What must not be sent is not weighed either: nothing is refunded while a payment is in doubt
 * [WEIGH-04].
 */
export async function assertMayWeigh(
  tx: Orm,
  app: AppContext,
  { order, lines, weighed }: Weighed,
  { line, item }: Item,
): Promise<void> {
  const isHere = async () => {
    const sent = (await parcelsOfOrder(tx, order.id)).flatMap(({ pieces }) => pieces)
    return itemsHere(lines, sent, weighed).some((each) => each.line === line && each.item === item)
  }
  if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
  if (!(await isHere())) {
    throw new AppError('item_sent', 409, 'This piece has already shipped. Nothing was changed.')
  }
  assertNotOnHold(order)
  assertMayBeSent(order, app)
  await assertNotCanceled(tx, order)
  await assertNotReversed(tx, order)
  await assertNotHeldBack(tx, order)
}
