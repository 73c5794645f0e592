import { and, eq, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { lockOrderForStaff } from '#app/.server/orders/staff-order.ts'
import { type OrderRow, updateOrder } from '#app/.server/orders/transition.ts'
import { type WeighedItem, weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { requestRefund } from '#app/.server/payments/commands/refund-order.ts'
import { sendRefund } from '#app/.server/payments/commands/send-refund.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { weighedItems, weighings } from '#app/.server/platform/db/weighing-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { readWeighingRules } from '#app/.server/settings/queries/weighing-rules.ts'
import { type PricePerGram, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { lightRefundNote } from '#app/domain/weighing/refund-words.ts'
import { formatLimit, formatOff, type Judged, judgeItem } from '#app/domain/weighing/weight.ts'
import { refuseWhereNotWeighed } from '../refuse-where-not-weighed.ts'

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
}

type Line = Awaited<ReturnType<typeof linesOfOrder>>[number]
type Refund = Awaited<ReturnType<typeof requestRefund>>

/**
 * What the scale says of one item of a paid order, and its serial number [WEIGH-01]. Gold that is missing
 * goes back by a refund of the order, which is stored with the weight and sent after: once, whatever is
 * killed on the way [WEIGH-03]. What cannot be given back by itself waits for staff [WEIGH-04].
 */
export async function weighItem(app: AppContext, asked: Weighing): Promise<WeighedItem> {
  const { item, refund } = await withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => store(tx, app, asked)),
  )
  if (refund?.state === 'requested') await sendRefund(app, refund)
  return item
}

async function store(
  tx: Orm,
  app: AppContext,
  asked: Weighing,
): Promise<{ item: WeighedItem; refund: Refund | null }> {
  const { id, by, serial, actual } = asked
  const order = await lockOrderForStaff(tx, id)
  const lines = await linesOfOrder(tx, id)
  const line = lines.find(({ position }) => position === asked.line)
  if (!line || asked.item > line.quantity) throw itemUnknown()
  const weighed = await weighedItemsOf(tx, id)
  const before = weighed.find((each) => each.line === asked.line && each.item === asked.item)
  const isSame = before?.serial === serial && before.actual === actual
  if (before && before.nth !== asked.seen) {
    if (isSame && before.weighedBy === by) return { item: before, refund: null }
    throw weighedMeanwhile(before)
  }
  await refuseWhereNotWeighed(tx, app, { order, lines, weighed }, asked)
  const rules = await readWeighingRules(tx)
  const sold = line.weightMg as Milligrams
  const perGram = parsePerGram(line.pricePerGram) as PricePerGram
  const settled = before?.settled ?? cents(0)
  const judged = judgeItem({ sold, actual, perGram }, rules, settled)
  const isJudgedSo = before?.verdict === judged.verdict && before.missing === judged.missing
  if (before && isSame && isJudgedSo && before.problem === null) {
    return { item: before, refund: null }
  }
  await refuseSerialOfAnother(tx, asked)

  const at = app.now()
  const words = wordsOf(line, { serial, sold, actual }, judged)
  const why =
    judged.verdict === 'outside'
      ? `${words} That is more than ${formatLimit(rules.limitPermille)} off: it cannot be sent.`
      : words
  const after = await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
  const nth = (before?.nth ?? 0) + 1
  const item = { serial, sold, actual, perGram, name: line.name, size: line.size }
  const { refund, problem } = await giveBack(tx, app, after, {
    ...asked,
    ...item,
    judged,
    settled,
    nth,
  })
  const state = {
    serial,
    actualMg: actual,
    verdict: judged.verdict,
    missingCents: judged.missing,
    settledCents: refund ? settled + judged.open : settled,
    problem,
    nth,
    weighedAt: at,
    weighedBy: by,
  }
  const place = { orderId: id, line: asked.line, item: asked.item }
  await tx
    .insert(weighedItems)
    .values({ ...place, soldMg: sold, ...state })
    .onConflictDoUpdate({
      target: [weighedItems.orderId, weighedItems.line, weighedItems.item],
      set: state,
    })
  await tx.insert(weighings).values({
    ...place,
    ...rules,
    ...{ nth, serial, actualMg: actual, verdict: judged.verdict, missingCents: judged.missing },
    ...{ refundId: refund?.id ?? null, at, by },
  })
  const back = refund ? ` ${formatCents(cents(refund.amountCents))} goes back.` : ''
  await recordAuditEvent(tx, {
    at,
    actor: adminActor(by),
    action: 'order.weighed',
    target: { type: 'order', id },
    facts: { number: order.number, what: `${why}${back}` },
  })
  const stored = await weighedItemsOf(tx, id)
  const now = stored.find((each) => each.line === asked.line && each.item === asked.item)
  if (!now) throw new RangeError('A weight was not stored')
  return { item: now, refund }
}

/** `Raven, Small (FN-000123) weighs 28.30 g, 0.60 g less than sold.` */
function wordsOf(
  { name, size }: Line,
  { serial, sold, actual }: { serial: string; sold: Milligrams; actual: Milligrams },
  { missing, verdict }: Judged,
): string {
  const what = `${name}, ${size} (${serial}) weighs ${formatScale(actual)}, ${formatOff(sold, actual)}.`
  if (verdict === 'heavy') return `${what} The buyer pays nothing for it.`
  return missing > 0 ? `${what} The missing gold is ${formatCents(missing)}.` : what
}

type Light = Weighing & {
  judged: Judged
  settled: ReturnType<typeof cents>
  nth: number
  sold: Milligrams
  perGram: PricePerGram
  name: string
  size: string
}

/** Asks for the refund of what is missing; where that is refused, why. */
async function giveBack(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  { judged: { missing, open }, ...light }: Light,
): Promise<{ refund: Refund | null; problem: string | null }> {
  if (open === 0) return { refund: null, problem: null }
  const { id, line, item, nth, by, serial, sold, actual } = light
  try {
    const refund = await requestRefund(tx, app, order, {
      key: `weighing:${id}:${line}:${item}:${nth}`,
      payment: null,
      wish: { of: 'gold', position: line, goods: open },
      reason: `${serial} weighs ${formatOff(sold, actual)}.`,
      note: ({ amount, credit }) =>
        lightRefundNote({ ...light, missing, back: { ...credit, amount } }),
      at: app.now(),
      actor: 'system',
      by,
    })
    return { refund, problem: null }
  } catch (error) {
    // Refused before anything was written.
    if (!(error instanceof AppError) || error.code !== 'refund_refused') throw error
    return { refund: null, problem: error.message }
  }
}

/** No two items have one serial number, whoever types it first [WEIGH-02]. */
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
  const sentence = `${serial} is the serial number of another piece, of order ${other.number}.`
  throw new AppError('serial_taken', 409, `${sentence} Nothing was changed.`, {
    details: { errors: { serial: sentence } },
  })
}

const itemUnknown = () =>
  new AppError('item_unknown', 404, 'There is no such piece in this order. Nothing was changed.')

const weighedMeanwhile = ({ serial, actual, weighedBy }: WeighedItem) =>
  new AppError(
    'weighed_meanwhile',
    409,
    `This piece was weighed meanwhile: ${formatScale(actual)}, ${serial} (by ${weighedBy}). Nothing was changed.`,
  )
