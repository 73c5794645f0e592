import { sql } from 'drizzle-orm'
import type { JournalFact } from '#app/domain/bookkeeping/journal.ts'
import {
  type GoldEntry,
  goldEntryFact,
  goldUsedFact,
  isCostMissing,
} from '#app/domain/bookkeeping/journal-facts.ts'
import { averageOf } from '#app/domain/metal/average-cost.ts'
import type { MetalKind } from '#app/domain/metal/metal-ledger.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { Day } from '#app/domain/time/day.ts'
import { metalBook } from '../metal/metal-ledger.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import type { Times } from '../tax/queries/changed-sales.ts'
import { dayOf, within } from './month-facts.ts'

type Found = { facts: JournalFact[]; withoutCost: string[]; hasBegun: boolean }

/**
 * Gold that was bought, lost, and sold as scrap, by the days staff entered, and gold that left with parcels or came
 * back, at its average cost.
 */
export async function goldFacts(orm: Orm, times: Times, month: string): Promise<Found> {
  const [entries, moved] = [await entriesOf(orm, times, month), await movedOf(orm, times)]
  const known = moved.flatMap(({ day, mg, average }) =>
    average === null ? [] : goldUsedFact(day, mg, averageOf(average)),
  )
  return {
    facts: [...entries.flatMap((entry) => goldEntryFact(entry) ?? []), ...known],
    withoutCost: [
      ...entries.filter(isCostMissing).map(({ kind, day }) => `Metal ledger, ${kind} of ${day}`),
      ...moved.flatMap(({ average, number }) => (average === null ? `Order ${number}` : [])),
    ],
    hasBegun: (await metalBook(orm, times.livemode)).beganAt !== null,
  }
}

/** Of a reversal, the average is that of what it reverses. Trade-ins are booked by what became of them. */
async function entriesOf(orm: Orm, { livemode }: Times, month: string): Promise<GoldEntry[]> {
  const first = sql`${`${month}-01`}::date`
  const found = await rows<{
    day: Day
    kind: MetalKind
    mg: number
    paid: Cents | null
    average: string | null
    ofTradeIn: boolean
  }>(
    orm,
    sql`select e.day::text as day, e.kind, (e.stock + e.pieces)::float8 as mg,
        e.paid_cents::float8 as paid,
        case when e.reverses is null then e.average else original.average end::text as average,
        coalesce(original.key like 'trade-in:%', false) as "ofTradeIn"
      from metal_entries e left join metal_entries original on original.id = e.reverses
      where e.livemode = ${livemode} and e.day >= ${first}
        and e.day < ${first} + interval '1 month' and e.key not like 'trade-in:%'
      order by e.day, e.id`,
  )
  return found.map(({ average, ...entry }) => ({
    ...entry,
    average: average === null ? null : averageOf(average),
  }))
}

type Moved = { day: Day; number: string; mg: number; average: string | null }

/** Grams of parcels by the scale, and below zero those of refunded returns. A recast is its owner's gold. */
async function movedOf(orm: Orm, times: Times): Promise<Moved[]> {
  const { livemode } = times
  const { beganAt, parcelBefore } = await metalBook(orm, livemode)
  if (beganAt === null) return []
  const averageAt = (at: ReturnType<typeof sql>) => sql`(select e.average::text from metal_entries e
    where e.livemode = ${livemode} and e.at <= ${at} order by e.id desc limit 1)`
  return rows<Moved>(
    orm,
    sql`select ${dayOf(sql`parcels.sent_at`)} as day, orders.number,
        (select coalesce(sum(actual_mg), 0) from weighed_items item
          where item.parcel_id = parcels.id)::float8 as mg,
        ${averageAt(sql`parcels.sent_at`)} as average
      from parcels join orders on orders.id = parcels.order_id
      where parcels.id > ${parcelBefore} and orders.livemode = ${livemode}
        and ${within(sql`parcels.sent_at`, times)}
        and not exists (select from trade_ins t where t.order_id = orders.id and t.kind = 'recast')
      union all
      select ${dayOf(sql`r.closed_at`)}, orders.number,
        -(select coalesce(sum(weighed_mg), 0) from order_return_lines line
          where line.return_id = r.id)::float8,
        coalesce(${averageAt(sql`(select max(sent_at) from parcels p
          where p.order_id = orders.id and p.sent_at <= r.closed_at)`)}, ${averageAt(sql`r.closed_at`)})
      from order_returns r join orders on orders.id = r.order_id
      where r.state = 'refunded' and r.closed_at >= ${beganAt} and orders.livemode = ${livemode}
        and ${within(sql`r.closed_at`, times)}
      order by 1, 2`,
  )
}
