import { type SQL, sql } from 'drizzle-orm'
import { changedSales, type Times } from '#app/.server/tax/queries/changed-sales.ts'
import type { JournalFact } from '#app/domain/bookkeeping/journal.ts'
import {
  bankTaxFact,
  ledgerFact,
  type PaidBy,
  stripeFact,
  takenOverFact,
  tradeInPaidFact,
} from '#app/domain/bookkeeping/journal-facts.ts'
import type { EntryKind, Postings } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { Day } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { type Orm, rows } from '../platform/db/database.ts'

/** The day of a moment on the shop's clock. */
export const dayOf = (at: SQL) =>
  sql`to_char(${at} at time zone ${brand.timeZone}::text, 'YYYY-MM-DD')`

export const within = (at: SQL, { first, end }: Times) => sql`${at} >= ${first} and ${at} < ${end}`

/** `hand_…` in the ledger is the payment that staff recorded, by its id. */
export const handOf = (entry: SQL) => sql`h.id = substr(${entry}.reference, 6)`

/** What the ledger of orders has of a month, added up by day in the database. */
export async function ledgerFacts(orm: Orm, times: Times): Promise<JournalFact[]> {
  type Row = { day: Day; kind: EntryKind; paidBy: PaidBy } & Required<Record<keyof Postings, Cents>>
  const found = await rows<Row>(
    orm,
    sql`select ${dayOf(sql`entry.at`)} as day, entry.kind,
        case when entry.provider <> 'hand' then 'provider' when h.kind = 'trade-in' then 'credit'
          else 'hand' end as "paidBy",
        sum(receivable)::float8 as receivable, sum(sales)::float8 as sales, sum(tax)::float8 as tax,
        sum(shipping)::float8 as shipping, sum(discounts)::float8 as discounts,
        sum(payments)::float8 as payments, sum(disputed)::float8 as disputed,
        sum(losses)::float8 as losses, sum(unattached)::float8 as unattached
      from ledger_entries entry
      left join hand_payments h on entry.provider = 'hand' and ${handOf(sql`entry`)}
      where entry.livemode = ${times.livemode} and ${within(sql`entry.at`, times)}
      group by 1, 2, 3`,
  )
  return found.map(({ day, kind, paidBy, ...postings }) =>
    ledgerFact({ day, kind, paidBy, postings }),
  )
}

/** US dollars alone: what else moved is listed. */
export async function stripeFacts(orm: Orm, times: Times): Promise<JournalFact[]> {
  type Row = { day: Day; category: string; source: string | null; amount: Cents; fee: Cents }
  const found = await rows<Row>(
    orm,
    sql`select ${dayOf(sql`created_at`)} as day, category,
        case when category in ('charge', 'refund') then null else source end as source,
        sum(amount_cents)::float8 as amount, sum(fee_cents)::float8 as fee
      from stripe_transactions
      where livemode = ${times.livemode} and currency = 'usd' and ${within(sql`created_at`, times)}
      group by 1, 2, 3`,
  )
  return found.map(stripeFact)
}

/** The tax of sales whose money a bank took back, in one entry at the end of the month. */
export async function bankTaxFacts(orm: Orm, times: Times, last: Day): Promise<JournalFact[]> {
  const changed = await changedSales(orm, times)
  return changed
    .filter(({ takenBack }) => takenBack.tax !== 0)
    .map(({ takenBack }) => bankTaxFact(last, cents(takenBack.tax)))
}

export type TakenOver = { number: string; day: Day; offer: Cents; isInMetal: boolean }

/** Trade-ins whose gold became the shop's: at their first credit or payout. */
export async function takenOver(orm: Orm, times: Times): Promise<TakenOver[]> {
  return rows<TakenOver>(
    orm,
    sql`select t.number::text as number, ${dayOf(sql`first.at`)} as day,
        t.offer_cents::float8 as offer,
        exists (select from metal_entries where key = 'trade-in:' || t.id) as "isInMetal"
      from trade_ins t cross join lateral (select min(used.at) as at from (
        select h.at from hand_payments h where h.trade_in_id = t.id
        union all select p.at from trade_in_payouts p where p.trade_in_id = t.id) used) first
      where t.livemode = ${times.livemode} and ${within(sql`first.at`, times)} and t.id in (
        select h.trade_in_id from ledger_entries e join hand_payments h on ${handOf(sql`e`)}
          where e.provider = 'hand' and e.kind = 'payment' and ${within(sql`e.at`, times)}
        union select p.trade_in_id from trade_in_payouts p where ${within(sql`p.at`, times)})
      order by first.at, t.number`,
  )
}

export async function tradeInFacts(
  orm: Orm,
  times: Times,
  taken: readonly TakenOver[],
): Promise<JournalFact[]> {
  const paid = await rows<{ day: Day; paid: Cents; settles: Cents }>(
    orm,
    sql`select ${dayOf(sql`p.at`)} as day, sum(p.amount_cents)::float8 as paid,
        sum(p.settles_cents)::float8 as settles
      from trade_in_payouts p join trade_ins t on t.id = p.trade_in_id
      where t.livemode = ${times.livemode} and ${within(sql`p.at`, times)}
      group by 1`,
  )
  return [
    ...taken.map(({ day, offer }) => takenOverFact(day, offer)),
    ...paid.map(({ day, paid: amount, settles }) => tradeInPaidFact(day, amount, settles)),
  ]
}
