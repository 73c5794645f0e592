import {
  and,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { goldOf } from '#app/.server/gold-price/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { planWithdrawal } from '#app/domain/gold-price/withdrawal.ts'
import { cents } from '#app/domain/money/cents.ts'

/** Null for a price that is not, or no longer, an accepted one. */
export async function withdrawalPreview(orm: Orm, id: number) {
  const isAccepted = eq(goldPriceHistory.status, 'accepted')
  const since = await orm
    .select()
    .from(goldPriceHistory)
    .where(and(isAccepted, gte(goldPriceHistory.id, id)))
    .orderBy(desc(goldPriceHistory.id))
  const [newest] = since
  const row = since.at(-1)
  if (!newest || row?.id !== id) return null
  const before = await orm
    .select()
    .from(goldPriceHistory)
    .where(and(isAccepted, lt(goldPriceHistory.id, id)))
    .orderBy(desc(goldPriceHistory.id))
    .limit(1)
  const effect = async (until: number) => {
    const { withdrawn, stands } = planWithdrawal([...since, ...before], { from: id, until })
    const isReplaced = withdrawn[0]?.id === newest.id
    const standsAt = isReplaced && stands ? goldOf(stands, null).perGram : null
    const ids = withdrawn.map((each) => each.id)
    /** `standsAt`: the price that would apply; null: the current one stays, or none is left. */
    return { ...(await ordersAt(orm, ids)), standsAt, isReplaced }
  }
  return {
    id,
    /** ISO 8601. */
    at: (row.decidedAt ?? row.recordedAt).toISOString(),
    perGram: goldOf(row, null).perGram,
    source: row.source,
    by: row.setBy,
    newest: newest.id,
    later: since.length - 1,
    alone: await effect(id),
    withLater: await effect(newest.id),
  }
}

/** What withdrawing would do. */
export type WithdrawalEffect = WithdrawalPreview['alone']

/** One accepted price, and what withdrawing it would do, alone or with every later one [WITHDRAW-07]. */
export type WithdrawalPreview = NonNullable<Awaited<ReturnType<typeof withdrawalPreview>>>

/** Placed at one of these gold prices, or edited at it, unless the edit ended without being paid [WITHDRAW-03]. */
export function soldAtPrices(prices: number[]): SQL | undefined {
  const { orderId, goldPriceId, state } = orderEdits
  const edits = new QueryBuilder()
    .select({ orderId })
    .from(orderEdits)
    .where(and(eq(orderId, orders.id), inArray(goldPriceId, prices), ne(state, 'ended')))
  return or(inArray(orders.goldPriceId, prices), exists(edits))
}

async function ordersAt(orm: Orm, prices: number[]) {
  const { state, origin, paymentProcessingAt } = orders
  const ofPrices = soldAtPrices(prices)
  const unpaid = (of: 'web' | 'staff', more?: SQL) =>
    orm.$count(orders, and(ofPrices, eq(state, 'pending'), eq(origin, of), more))
  return {
    /** Orders of the web still to be paid, which are closed. */
    unpaid: await unpaid('web', isNull(paymentProcessingAt)),
    /** Those whose wire or bank debit is on its way: they stay, and staff decide once it arrives [WITHDRAW-07]. */
    onTheirWay: await unpaid('web', isNotNull(paymentProcessingAt)),
    /** Orders that staff made, still to be paid: they stay, and their payment links are shut [SALE-06]. */
    unpaidOfStaff: await unpaid('staff'),
    /** Paid ones that staff would have to decide about. */
    paid: await orm.$count(orders, and(ofPrices, inArray(state, ['paid', 'fulfilled']))),
  }
}

const maxListed = 50

/** Of the gold prices of an order and of its edits that have not ended, the one that was withdrawn last. */
const lastWithdrawn = sql`(select record.id from gold_price_history record
  where record.status = 'withdrawn' and (record.id = ${orders.goldPriceId}
    or record.id in (select edit.gold_price_id from order_edits edit
      where edit.order_id = ${orders.id} and edit.state <> 'ended'))
  order by record.withdrawn_at desc, record.id desc limit 1)`

/** Newest first, and how many there are in all [WITHDRAW-03]. */
export async function ordersToDecide(orm: Orm) {
  const waits = and(
    isNotNull(orders.priceWithdrawnAt),
    isNull(orders.priceHonoredAt),
    inArray(orders.state, ['paid', 'fulfilled']),
  )
  const found = await orm
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      totalCents: orders.totalCents,
      perGram: sql<number>`(coalesce(${goldPriceHistory.pricePerGram}, ${orders.goldPricePerGram}) * 10000)::float8`,
      paidAt: orders.paidAt,
      withdrawnAt: orders.priceWithdrawnAt,
      reason: goldPriceHistory.withdrawnReason,
    })
    .from(orders)
    .leftJoin(goldPriceHistory, eq(goldPriceHistory.id, lastWithdrawn))
    .where(waits)
    .orderBy(desc(orders.paidAt), orders.id)
    .limit(maxListed)
  const list = found.map(({ totalCents, perGram, paidAt, withdrawnAt, ...order }) => ({
    ...order,
    total: cents(totalCents),
    perGram: Math.round(perGram) as PricePerGram,
    /** Times in ISO 8601. */
    paidAt: paidAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? '',
  }))
  return { list, total: await orm.$count(orders, waits) }
}

/** An order that was paid at a withdrawn price, for staff to decide about. */
export type OrderToDecide = Awaited<ReturnType<typeof ordersToDecide>>['list'][number]
