import { and, type SQL, sql } from 'drizzle-orm'
import { averageOf, type Gain, gainOf } from '#app/domain/metal/average-cost.ts'
import { cents } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import { type Orm, rows } from '../platform/db/database.ts'
import type { MetalBook } from './metal-ledger.ts'

/** An order of which something was sent since the ledger began, and what its gold brought [METAL-07]. */
export type SentOrder = Gain & {
  id: string
  number: string
  /** The last parcel. */
  sentAt: Date
  soldMg: number
  sentMg: number
  returnedMg: number
}

type Row = {
  id: string
  number: string
  sentAt: number
  soldMg: number
  charged: number
  givenBack: number
  returnedMg: number
  parts: { mg: number; average: string | null }[]
}

const zone = sql`${brand.timeZone}::text`
const beginOf = (year: number) => sql`((${`${year}-01-01`}::date)::timestamp at time zone ${zone})`

export const inYear = (year: number): SQL =>
  sql`parcels.sent_at >= ${beginOf(year)} and parcels.sent_at < ${beginOf(year + 1)}`

/** Newest first; an order stands where its last parcel does. */
export async function sentOrders(
  orm: Orm,
  { livemode, beganAt, parcelBefore }: MetalBook,
  { which, limit, before = null }: { which?: SQL; limit: number; before?: number | null },
): Promise<{ orders: SentOrder[]; next: number | null }> {
  if (beganAt === null) return { orders: [], next: null }
  const found = await rows<Row & { parcel: number }>(
    orm,
    sql`with last as (
          select parcels.id as parcel, parcels.order_id, parcels.sent_at, orders.number
          from parcels join orders on orders.id = parcels.order_id
          where ${and(
            sql`parcels.id > ${parcelBefore} and orders.livemode = ${livemode}`,
            // The gold of a recast is its owner's: it brings nothing and costs nothing.
            sql`not exists (select from trade_ins t where t.order_id = orders.id and t.kind = 'recast')`,
            sql`not exists (select from parcels later
              where later.order_id = parcels.order_id and later.id > parcels.id)`,
            before === null ? undefined : sql`parcels.id < ${before}`,
            which,
          )}
          order by parcels.id desc limit ${limit})
        select last.parcel::float8 as parcel, last.order_id as id, last.number,
          (extract(epoch from last.sent_at) * 1000)::float8 as "sentAt",
          sold.mg::float8 as "soldMg", sold.charged::float8 as charged,
          coalesce(back.cents, 0)::float8 as "givenBack",
          coalesce(returned.mg, 0)::float8 as "returnedMg", parts.parts
        from last
        left join lateral (select sum(line.weight_mg * piece.quantity) as mg,
            sum(line.metal_value_cents * piece.quantity) as charged
          from parcel_lines piece join order_lines line
            on line.order_id = piece.order_id and line.position = piece.line
          where piece.order_id = last.order_id and piece.parcel_id > ${parcelBefore}) sold on true
        left join lateral (select sum(refunds.goods_cents) as cents
          from weighings join refunds on refunds.id = weighings.refund_id
          join weighed_items item on item.order_id = weighings.order_id
            and item.line = weighings.line and item.item = weighings.item
          where weighings.order_id = last.order_id and item.parcel_id > ${parcelBefore}
            and refunds.state not in ('refused', 'failed')) back on true
        left join lateral (select sum(line.weighed_mg) as mg
          from order_returns r join order_return_lines line on line.return_id = r.id
          where r.order_id = last.order_id and r.state = 'refunded') returned on true
        left join lateral (select jsonb_agg(jsonb_build_object('mg', part.mg, 'average', part.average)
            order by part.id) as parts
          from (select one.id,
              (select coalesce(sum(actual_mg), 0) from weighed_items w where w.parcel_id = one.id) as mg,
              (select e.average::text from metal_entries e
                where e.livemode = ${livemode} and e.at <= one.sent_at
                order by e.id desc limit 1) as average
            from parcels one
            where one.order_id = last.order_id and one.id > ${parcelBefore}) part) parts on true
        order by last.parcel desc`,
  )
  return {
    orders: found.map(read),
    next: found.length === limit ? (found.at(-1)?.parcel ?? null) : null,
  }
}

function read({ id, number, sentAt, soldMg, charged, givenBack, returnedMg, parts }: Row) {
  const gain = gainOf({
    parts: parts.map(({ mg, average }) => ({
      mg,
      average: average === null ? null : averageOf(average),
    })),
    returnedMg,
    charged: cents(charged),
    givenBack: cents(givenBack),
  })
  const sentMg = parts.reduce((sum, { mg }) => sum + mg, 0)
  return { id, number, sentAt: new Date(sentAt), soldMg, sentMg, returnedMg, ...gain }
}
