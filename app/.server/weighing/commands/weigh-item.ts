import { and, eq, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder, changeOrderIn, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { type WeighedItem, weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { weighedItems, weighings } from '#app/.server/platform/db/weighing-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { refundProblem } from '#app/.server/refunds/commands/refund-order.ts'
import { refundableLines } from '#app/.server/refunds/queries/order-refunds.ts'
import { weighingRules } from '#app/.server/settings/risk.ts'
import { may, type Role } from '#app/domain/access/rights.ts'
import { type PricePerGram, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { formatScale, type Milligrams } from '#app/domain/money/grams.ts'
import { reauthenticationAbove } from '#app/domain/refunds/reauthentication.ts'
import {
  type EvaluatedItem,
  evaluateItem,
  formatLimit,
  formatOff,
  type WeighingRules,
} from '#app/domain/weighing/evaluate-weight.ts'
import {
  goldWithOthers,
  undoMs,
  waitingMessage,
  waitsFor,
} from '#app/domain/weighing/second-reading.ts'
import { assertMayWeigh } from '../assert-may-weigh.ts'

export type Weighing = {
  /** Of the order. */
  id: string
  by: string
  /** The position of its line, and which of its pieces it is: from 1. */
  line: number
  item: number
  /** How often it was weighed before, as the screen showed it. */
  seen: number
  serial: string
  actual: Milligrams
  role: Role
}

type Line = Awaited<ReturnType<typeof linesOfOrder>>[number]

/**
 * What the scale says of one item of a paid order, and its serial number [WEIGH-01]. Missing gold beyond a
 * small amount waits for a second reading, and beyond what the person may refund for an owner or a manager;
 * its refund is made when the weight can no longer be undone [WEIGH-13, WEIGH-14, WEIGH-15]. What the shop
 * cannot refund waits for staff [WEIGH-04].
 */
export function weighItem(app: AppContext, request: Weighing): Promise<WeighedItem> {
  return changeOrder(app, { id: request.id, by: request.by }, (locked) =>
    store(app, locked, request),
  )
}

/** The same in a transaction that the caller has begun. */
export function weighItemIn(tx: Orm, app: AppContext, request: Weighing): Promise<WeighedItem> {
  return changeOrderIn(tx, app, { id: request.id, by: request.by }, (locked) =>
    store(app, locked, request),
  )
}

async function store(
  app: AppContext,
  { tx, order, at, by, save, audit }: LockedByStaff,
  request: Weighing,
): Promise<WeighedItem> {
  const { id, serial, actual } = request
  const lines = await linesOfOrder(tx, id)
  const line = lines.find(({ position }) => position === request.line)
  if (!line || request.item > line.quantity) throw itemUnknown()
  const weighed = await weighedItemsOf(tx, id)
  const before = weighed.find((each) => each.line === request.line && each.item === request.item)
  const isSame = before?.serial === serial && before.actual === actual
  if (before && before.nth !== request.seen) {
    if (isSame && before.weighedBy === by) return before
    throw weighedSinceLoaded(before)
  }
  await assertMayWeigh(tx, app, { order, lines, weighed }, request)
  const rules = await weighingRules(tx)
  const sold = line.weightMg as Milligrams
  const perGram = parsePerGram(line.pricePerGram) as PricePerGram
  const settled = before?.settled ?? cents(0)
  const judged = evaluateItem({ sold, actual, perGram }, rules, settled)
  const isJudgedSo = before?.verdict === judged.verdict && before.missing === judged.missing
  const isDone = before?.problem === null && (before.waits === null || before.waits === 'refund')
  if (before && isSame && isJudgedSo && isDone) return before
  await refuseSerialOfAnother(tx, request)

  const words = wordsOf(line, { serial, sold, actual }, judged)
  const why =
    judged.verdict === 'outside'
      ? `${words} That’s more than ${formatLimit(rules.limitPermille)} off, so it can’t ship.`
      : words
  const after = await save({ why })
  const nth = (before?.nth ?? 0) + 1
  const follows = await followsFrom(tx, app, after, { asked: request, judged, weighed, rules })
  const state = {
    serial,
    actualMg: actual,
    verdict: judged.verdict,
    missingCents: judged.missing,
    settledCents: settled,
    ...follows,
    nth,
    weighedAt: at,
    weighedBy: by,
  }
  const place = { orderId: id, line: request.line, item: request.item }
  await tx
    .insert(weighedItems)
    .values({ ...place, soldMg: sold, ...state })
    .onConflictDoUpdate({
      target: [weighedItems.orderId, weighedItems.line, weighedItems.item],
      set: state,
    })
  await tx.insert(weighings).values({
    ...place,
    ...{ toleranceMg: rules.toleranceMg, limitPermille: rules.limitPermille },
    ...{ nth, serial, actualMg: actual, verdict: judged.verdict, missingCents: judged.missing },
    ...{ refundId: null, at, by },
  })
  const { waits } = follows
  const next = waits ? ` ${waitingMessage({ waits, nth })}` : ''
  await audit({ action: 'order.weighed', facts: { what: `${why}${next}` } })
  const stored = await weighedItemsOf(tx, id)
  const now = stored.find((each) => each.line === request.line && each.item === request.item)
  if (!now) throw new RangeError('A weight was not stored')
  return now
}

/** `Raven, Small (FN-000123) weighs 28.30 g, 0.60 g less than sold.` */
function wordsOf(
  { name, size }: Line,
  { serial, sold, actual }: { serial: string; sold: Milligrams; actual: Milligrams },
  { missing, verdict }: EvaluatedItem,
): string {
  const what = `${name}, ${size} (${serial}) weighs ${formatScale(actual)}, which is ${formatOff(sold, actual)}.`
  if (verdict === 'heavy') return `${what} The buyer isn’t charged for the extra gold.`
  return missing > 0 ? `${what} Missing gold: ${formatCents(missing)}.` : what
}

/** What follows from a weight of which `open` must be refunded. */
async function followsFrom(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  { asked, judged, weighed, rules }: Reading,
): Promise<Pick<WeighedItem, 'problem' | 'waits' | 'refundAt'>> {
  const { line, item, role } = asked
  const before = weighed.find((each) => each.line === line && each.item === item)
  const limit = refundLimitOf(role, rules)
  const missing = goldWithOthers({ line, item, missing: judged.missing }, weighed)
  const { open } = judged
  const waits = waitsFor(
    asked,
    before,
    { missing, open },
    { secondReading: rules.secondReading, limit },
  )
  const input = { of: 'gold', position: line, goods: judged.open } as const
  const problem =
    waits === null || waits === 'second reading'
      ? null
      : ((await whyRefunded(tx, order, asked, weighed)) ??
        (await refundProblem(tx, app, order, input)))
  if (problem !== null) return { problem, waits: null, refundAt: null }
  const refundAt = waits === 'refund' ? new Date(app.now().getTime() + undoMs) : null
  return { problem: null, waits, refundAt }
}

type Reading = {
  asked: Weighing
  judged: EvaluatedItem
  weighed: readonly WeighedItem[]
  rules: WeighingRules
}

/** Where no more pieces of the line are left than others, sent or not, whose gold is refunded [REFUND-12]. */
async function whyRefunded(
  tx: Orm,
  { id }: OrderRow,
  request: Weighing,
  weighed: readonly WeighedItem[],
): Promise<string | null> {
  const others = weighed.filter(
    ({ line, item, waits, settled }) =>
      line === request.line &&
      item !== request.item &&
      (settled > 0 || waits === 'refund' || waits === 'approval'),
  )
  const lines = await refundableLines(tx, id)
  const left = lines.find(({ position }) => position === request.line)?.left ?? 0
  return others.length < left ? null : 'A piece on this line was fully refunded, perhaps this one.'
}

/** No two items have one serial number, no matter who types it first [WEIGH-02]. */
async function refuseSerialOfAnother(tx: Orm, { id, line, item, serial }: Weighing): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('serial numbers'))`)
  const [other] = await tx
    .select({ number: orders.number })
    .from(weighedItems)
    .innerJoin(orders, eq(orders.id, weighedItems.orderId))
    .where(
      and(
        eq(sql`lower(${weighedItems.serial})`, serial.toLowerCase()),
        ne(
          sql`(${weighedItems.orderId}, ${weighedItems.line}, ${weighedItems.item})`,
          sql`(${id}, ${line}::int, ${item}::int)`,
        ),
      ),
    )
  if (!other) return
  const message = `${serial} is the serial number of another piece, in order ${other.number}.`
  throw new AppError('serial_taken', 409, `${message} Nothing was changed.`, {
    details: { errors: { serial: message } },
  })
}

const itemUnknown = () =>
  new AppError('item_unknown', 404, 'This order doesn’t have that piece. Nothing was changed.')

const weighedSinceLoaded = ({ serial, actual, weighedBy }: WeighedItem) =>
  new AppError(
    'weighed_meanwhile',
    409,
    `This piece was already weighed: ${formatScale(actual)}, ${serial} (by ${weighedBy}). Nothing was changed.`,
  )

/**
 * What a weight may refund without approval: for the workshop, the limit set by an owner; for others, the
 * limit of any refund without re-authentication [WEIGH-14, REFUND-07].
 */
const refundLimitOf = (role: Role, { workshopLimit }: WeighingRules): Cents =>
  may(role, 'orders.decide') ? reauthenticationAbove : workshopLimit
