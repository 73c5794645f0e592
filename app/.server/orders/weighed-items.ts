import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { formatOff } from '#app/domain/weighing/evaluate-weight.ts'
import { isWeighed } from '#app/domain/weighing/second-reading.ts'
import { serialOf, serialPrefix } from '#app/domain/weighing/serial.ts'
import { type Item, itemsHere, itemsOfParcel, itemsToWeigh } from '#app/domain/weighing/to-weigh.ts'
import { brand } from '#brand'
import { type Orm, rows } from '../platform/db/database.ts'
import { refunds } from '../platform/db/ledger-schema.ts'
import { weighedItems, weighings } from '../platform/db/weighing-schema.ts'
import { AppError } from '../platform/errors.ts'

/** By line and item. */
export async function weighedItemsOf(orm: Orm, orderId: string) {
  const found = await orm
    .select()
    .from(weighedItems)
    .where(eq(weighedItems.orderId, orderId))
    .orderBy(asc(weighedItems.line), asc(weighedItems.item))
  return found.map(({ orderId: _, soldMg, actualMg, missingCents, settledCents, ...item }) => ({
    ...item,
    sold: soldMg as Milligrams,
    actual: actualMg as Milligrams,
    missing: cents(missingCents),
    settled: cents(settledCents),
  }))
}

/** One item of a line, as it was weighed last. */
export type WeighedItem = Awaited<ReturnType<typeof weighedItemsOf>>[number]

/** What was refunded automatically for missing gold, by line: goods, without tax. */
export async function goldRefunded(
  orm: Orm,
  orderId: string,
): Promise<{ line: number; goods: Cents }[]> {
  const found = await orm
    .select({ line: weighings.line, goods: refunds.goodsCents })
    .from(weighings)
    .innerJoin(refunds, eq(refunds.id, weighings.refundId))
    .where(and(eq(weighings.orderId, orderId), isNotNull(weighings.refundId)))
  return found.map(({ line, goods }) => ({ line, goods: cents(goods) }))
}

/** Of an item of an order that the caller has locked. */
export async function changeWeighed(
  tx: Orm,
  orderId: string,
  { line, item }: Pick<WeighedItem, 'line' | 'item'>,
  columns: Partial<typeof weighedItems.$inferInsert>,
): Promise<void> {
  await tx
    .update(weighedItems)
    .set(columns)
    .where(
      and(
        eq(weighedItems.orderId, orderId),
        eq(weighedItems.line, line),
        eq(weighedItems.item, item),
      ),
    )
}

/** These items leave in a parcel; the caller has locked their order. */
export async function putIntoParcel(
  tx: Orm,
  orderId: string,
  items: readonly Pick<WeighedItem, 'line' | 'item'>[],
  parcelId: number,
): Promise<void> {
  for (const line of new Set(items.map((each) => each.line))) {
    const numbers = items.filter((each) => each.line === line).map(({ item }) => item)
    await tx
      .update(weighedItems)
      .set({ parcelId })
      .where(
        and(
          eq(weighedItems.orderId, orderId),
          eq(weighedItems.line, line),
          inArray(weighedItems.item, numbers),
          isNull(weighedItems.parcelId),
        ),
      )
  }
}

/** Items that are still to be sent, those not weighed yet each with the next free serial number. */
export async function toWeigh(
  orm: Orm,
  lines: readonly { quantity: number }[],
  {
    parcels,
    toSend,
    weighed,
  }: {
    parcels: readonly { pieces: readonly Pieces[] }[]
    toSend: readonly Pieces[]
    weighed: readonly WeighedItem[]
  },
): Promise<(Item & { suggested: string })[]> {
  const sent = parcels.flatMap(({ pieces }) => pieces)
  const here = itemsToWeigh(itemsHere(lines, sent, weighed), toSend, weighed)
  let next = await nextSerial(orm)
  return here.map(({ line, item }) => {
    const found = weighed.find((each) => each.line === line && each.item === item)
    const suggested = found?.serial ?? serialOf(brand.name, next++)
    return { line, item, suggested }
  })
}

/** The number of the next serial number that is free. */
export async function nextSerial(orm: Orm): Promise<number> {
  const prefix = serialPrefix(brand.name)
  const [last] = await rows<{ number: number | null }>(
    orm,
    sql`select max(substring(serial from '[0-9]{6,9}$')::int) as number from weighed_items
      where serial ~ ${`^${prefix}[0-9]{6,9}$`}`,
  )
  return (last?.number ?? 0) + 1
}

type NamedLine = { name: string; size: string; quantity: number }

/** The items that leave with these pieces; each was weighed, and may be sent [WEIGH-04]. */
export async function weighedForParcel(
  tx: Orm,
  orderId: string,
  lines: readonly NamedLine[],
  pieces: readonly Pieces[],
): Promise<WeighedItem[]> {
  const here = (await weighedItemsOf(tx, orderId)).filter(({ parcelId }) => parcelId === null)
  const { items, missing } = itemsOfParcel(pieces, here)
  const [line] = missing
  if (line === undefined) return items
  throw new AppError('not_weighed', 409, `${weighProblem(lines, here, line)} Nothing was changed.`)
}

function weighProblem(
  lines: readonly NamedLine[],
  here: readonly WeighedItem[],
  line: number,
): string {
  const { name, size } = lines[line] ?? { name: 'A piece', size: '' }
  const of = here.filter((each) => each.line === line)
  const outside = of.find(({ verdict }) => verdict === 'outside')
  if (outside) {
    const { serial, actual, sold } = outside
    return `${name}, ${size} (${serial}) weighs ${formatScale(actual)}, which is ${formatOff(sold, actual)}: too far off to ship. Weigh it again, or weigh a different piece.`
  }
  const again = of.find((each) => !isWeighed(each))
  if (again) return `Please weigh ${name}, ${size} (${again.serial}) again first.`
  const approval = of.find(({ waits }) => waits === 'approval')
  if (approval) {
    return `The refund for gold missing from ${name}, ${size} (${approval.serial}) needs approval from an owner or manager.`
  }
  const open = of.find(({ problem }) => problem !== null)
  if (open) {
    return `Gold missing from ${name}, ${size} (${open.serial}) wasn’t refunded. An owner or manager has to decide about it first.`
  }
  return `Please weigh each piece of ${name}, ${size} first.`
}
