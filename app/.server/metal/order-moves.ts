import { sql } from 'drizzle-orm'
import type { Day } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { type Orm, rows } from '../platform/db/database.ts'
import type { MetalBook } from './metal-ledger.ts'
import { cameToBeRecast } from './position.ts'

/** What orders did to the gold: a parcel that left, a return that was refunded. */
type OrderMove = { day: Day; kind: 'sent' | 'returned'; mg: number; number: string; by: string }

const zone = sql`${brand.timeZone}::text`
const beginOf = (year: number) => sql`((${`${year}-01-01`}::date)::timestamp at time zone ${zone})`

/** Since the ledger began, by day. */
export function movesOfYear(
  orm: Orm,
  { livemode, beganAt, parcelBefore }: MetalBook,
  year: number,
): Promise<OrderMove[]> {
  if (beganAt === null) return Promise.resolve([])
  return rows<OrderMove>(
    orm,
    sql`select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, kind, mg::float8 as mg, number, by
      from (
        select parcels.sent_at as at, 'sent' as kind, parcels.id::text as id, parcels.sent_by as by,
          orders.number, (select coalesce(sum(actual_mg), 0) from weighed_items item
            where item.parcel_id = parcels.id) as mg
        from parcels join orders on orders.id = parcels.order_id
        where parcels.id > ${parcelBefore} and orders.livemode = ${livemode}
          and parcels.sent_at >= ${beginOf(year)} and parcels.sent_at < ${beginOf(year + 1)}
        union all
        select r.closed_at, 'returned', r.id, r.closed_by, orders.number,
          (select coalesce(sum(weighed_mg), 0) from order_return_lines line where line.return_id = r.id)
        from order_returns r join orders on orders.id = r.order_id
        where r.state = 'refunded' and r.closed_at >= ${beganAt} and orders.livemode = ${livemode}
          and r.closed_at >= ${beginOf(year)} and r.closed_at < ${beginOf(year + 1)}
        union all
        select t.agreed_at, 'returned', t.id, t.offered_by, orders.number, t.weighed_mg
        from trade_ins t join orders on orders.id = t.order_id
        where ${cameToBeRecast} and t.livemode = ${livemode}
          and t.agreed_at >= ${beganAt}
          and t.agreed_at >= ${beginOf(year)} and t.agreed_at < ${beginOf(year + 1)}
      ) moved order by at, id`,
  )
}
