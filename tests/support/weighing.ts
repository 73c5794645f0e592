import type { AppContext } from '#app/.server/app-context.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { weighedItems } from '#app/.server/platform/db/weighing-schema.ts'
import { refundWeighed } from '#app/.server/refunds/jobs/refund-weighed.ts'
import { type Weighing, weighItem } from '#app/.server/weighing/commands/weigh-item.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { undoMs } from '#app/domain/weighing/second-reading.ts'
import { type Item, itemsHere } from '#app/domain/weighing/to-weigh.ts'
import { seenByStaff } from './orders.ts'

let serials = 0

/** A serial number that no other test has. */
export const anySerial = () => {
  serials += 1
  return `T-${String(serials).padStart(6, '0')}`
}

/** The items of an order that are still here and were not weighed. */
async function notWeighed(app: AppContext, orderId: string): Promise<Item[]> {
  const { orm } = app.db
  const weighed = await weighedItemsOf(orm, orderId)
  const sent = (await parcelsOfOrder(orm, orderId)).flatMap(({ pieces }) => pieces)
  return itemsHere(await linesOfOrder(orm, orderId), sent, weighed).filter((here) =>
    weighed.every(({ line, item }) => line !== here.line || item !== here.item),
  )
}

/**
 * What staff hand in to send an order, every item of it weighed as it was sold. The weights are written
 * without their history: for tests that are about something else.
 */
export async function readyToSend(app: AppContext, order: { id: string }, by = 'ann@example.com') {
  const lines = await linesOfOrder(app.db.orm, order.id)
  for (const { line, item } of await notWeighed(app, order.id)) {
    const sold = lines[line]?.weightMg ?? 0
    await app.db.orm.insert(weighedItems).values({
      ...{ orderId: order.id, line, item, serial: anySerial(), soldMg: sold, actualMg: sold },
      ...{ verdict: 'as sold', missingCents: 0, settledCents: 0, problem: null, nth: 1 },
      ...{ weighedAt: app.now(), weighedBy: by },
    })
  }
  return seenByStaff(app, order, by)
}

/** Weighs one item as staff do: by default the first of the first line, for the first time. */
export function weigh(
  app: AppContext,
  order: { id: string },
  actual: number,
  more: Partial<Weighing> = {},
) {
  return weighItem(app, {
    ...{ id: order.id, by: 'ann@example.com', line: 0, item: 1, seen: 0, serial: anySerial() },
    ...{ actual: actual as Milligrams, role: 'owner' as const },
    ...more,
  })
}

/** The same twice, as a difference is weighed that is more than small [WEIGH-13]. */
export async function weighTwice(...[app, order, actual, more = {}]: Parameters<typeof weigh>) {
  const serial = more.serial ?? anySerial()
  const { nth } = await weigh(app, order, actual, { ...more, serial })
  return weigh(app, order, actual, { ...more, serial, seen: nth })
}

/** Makes the refunds of weights that can no longer be undone [WEIGH-15]. */
export async function undoTimePasses(app: AppContext): Promise<void> {
  const now = new Date(app.now().getTime() + undoMs)
  await refundWeighed({ ...app, now: () => now })
}

/** Weighs an item until its refund is made; what is stored of it then. */
export async function weighAndRefund(...[app, order, actual, more]: Parameters<typeof weigh>) {
  const { line, item } = await weighTwice(app, order, actual, more)
  await undoTimePasses(app)
  const all = await weighedItemsOf(app.db.orm, order.id)
  const found = all.find((each) => each.line === line && each.item === item)
  if (!found) throw new RangeError('It was not weighed')
  return found
}
