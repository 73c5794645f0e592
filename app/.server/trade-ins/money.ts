import { and, eq, gte, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { openCredit, type TradeInMoney } from '#app/domain/trade-ins/money.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { offlinePayments } from '../platform/db/draft-order-schema.ts'
import { parcels } from '../platform/db/fulfillment-schema.ts'
import { tradeInPayouts, tradeIns } from '../platform/db/trade-in-schema.ts'
import type { TradeInRow } from './change-trade-in.ts'

/**
 * What became of the agreed sum. Credits are read from the ledger of the orders that used them, less their
 * refunds, so that the two cannot disagree [TRADE-12].
 */
export async function moneyOf(
  orm: Orm,
  { id, kind, offerCents }: Pick<TradeInRow, 'id' | 'kind' | 'offerCents'>,
): Promise<TradeInMoney & { open: Cents; paidOut: Cents }> {
  const [found] = await rows<{ credited: number; settled: number; paidOut: number }>(
    orm,
    sql`select
      coalesce((select sum(e.payments) from ledger_entries e
        where e.reference in (select 'hand_' || h.id from hand_payments h where h.trade_in_id = ${id})
          and e.kind in ('payment', 'refund')), 0)::float8 as credited,
      coalesce((select sum(settles_cents) from trade_in_payouts where trade_in_id = ${id}), 0)::float8
        as settled,
      coalesce((select sum(amount_cents) from trade_in_payouts where trade_in_id = ${id}), 0)::float8
        as "paidOut"`,
  )
  const { credited = 0, settled = 0, paidOut = 0 } = found ?? {}
  const money = {
    offer: cents(offerCents ?? 0),
    credited: cents(credited),
    settled: cents(settled),
  }
  return { ...money, paidOut: cents(paidOut), open: openCredit(kind, money) }
}

/** The gold is the shop's: a credit was used, whatever was refunded since, or its owner was paid. */
export async function wasBought(orm: Orm, id: string): Promise<boolean> {
  const [used, paid] = await Promise.all([
    orm.$count(offlinePayments, eq(offlinePayments.tradeInId, id)),
    orm.$count(tradeInPayouts, eq(tradeInPayouts.tradeInId, id)),
  ])
  return used + paid > 0
}

/** The recast piece left by the order that pays for it. */
export async function wasSent(
  orm: Orm,
  { kind, orderId }: Pick<TradeInRow, 'kind' | 'orderId'>,
): Promise<boolean> {
  if (kind !== 'recast' || orderId === null) return false
  return (await orm.$count(parcels, eq(parcels.orderId, orderId))) > 0
}

/** Twelve months before a moment. */
const yearBefore = (at: Date) => {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - 1)
  return before
}

/** What was bought from the public in the last twelve months: payouts, and credits that orders used [TRADE-15]. */
export async function boughtFromPublic(
  orm: Orm,
  { livemode, at }: { livemode: boolean; at: Date },
): Promise<Cents> {
  const since = yearBefore(at)
  const [paid] = await orm
    .select({ sum: sql<number>`coalesce(sum(${tradeInPayouts.amountCents}), 0)::float8` })
    .from(tradeInPayouts)
    .innerJoin(tradeIns, eq(tradeIns.id, tradeInPayouts.tradeInId))
    .where(and(gte(tradeInPayouts.at, since), eq(tradeIns.livemode, livemode)))
  const [credited] = await rows<{ sum: number }>(
    orm,
    sql`select coalesce(sum(e.payments), 0)::float8 as sum
      from hand_payments h join ledger_entries e on e.reference = 'hand_' || h.id
      where h.trade_in_id is not null and h.at >= ${since.toISOString()}::timestamptz
        and e.livemode = ${livemode} and e.kind in ('payment', 'refund')`,
  )
  return cents((paid?.sum ?? 0) + (credited?.sum ?? 0))
}
