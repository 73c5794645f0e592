import type { AppContext } from '../app-context.ts'
import { assertMayBeSent, assertNotOnHold, assertNotReversed } from '../orders/order-checks.ts'
import type { Orm } from '../platform/db/database.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import { assertNotHeldBack } from '../risk/holds.ts'
import { assertNotCanceled } from './delays.ts'

/** What keeps the pieces of an order here, whether they are shipped or picked up. */
export async function assertMayLeave(tx: Orm, app: AppContext, order: OrderRow): Promise<void> {
  assertNotOnHold(order)
  assertMayBeSent(order, app)
  await assertNotCanceled(tx, order)
  await assertNotReversed(tx, order)
  await assertNotHeldBack(tx, order)
}
