import type { AppContext } from '#app/.server/app-context.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { orderReturns, type StaffReturn } from './order-returns.ts'

/**
 * A return whose every line weighs what it did when it was sent, within the tolerance, and the revision of its
 * order; null where a person is to look at the weight first.
 */
export async function weighedReturn(
  app: AppContext,
  { id, returnId }: { id: string; returnId: string },
): Promise<{ found: StaffReturn; revision: number } | null> {
  const order = await withDatabase(app, ({ orm }) => findOrder(orm, 'id', id))
  const all = await orderReturns(app, id)
  const found = all?.returns.find((each) => each.id === returnId)
  if (!order || found?.state !== 'weighed' || found.lines.some(({ isOff }) => isOff)) return null
  return { found, revision: order.revision }
}
