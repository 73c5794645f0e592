import { and, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { isLineOfSale } from '#app/.server/platform/db/place-of-sale.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import {
  earliestDay,
  type SalesOfDay,
  type SalesPeriods,
  salesOfPeriods,
} from '#app/domain/reports/sales-periods.ts'
import type { Day } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { shopDay } from './orders-to-do.ts'

/** What was sold today, this week and this month, each beside the one before, of one mode [TODAY-02]. */
export async function salesFigures(
  orm: Orm,
  { now }: Pick<AppContext, 'now'>,
  { livemode }: { livemode: boolean },
): Promise<SalesPeriods> {
  const today = shopDay(now())
  return salesOfPeriods(today, await salesByDay(orm, { livemode, from: earliestDay(today) }))
}

const zone = sql`${brand.timeZone}::text`
/** The moment a day begins. */
const beginOf = (day: Day) => sql`((${day}::date)::timestamp at time zone ${zone})`
const endOf = (day: Day) => sql`((${day}::date + 1)::timestamp at time zone ${zone})`

/** First and last day, both included; null: none. */
export type SoldOn = { from: Day | null; to: Day | null }

const on = ({ from, to }: SoldOn): SQL =>
  and(
    sql`kind = 'sale'`,
    from === null ? undefined : sql`at >= ${beginOf(from)}`,
    to === null ? undefined : sql`at < ${endOf(to)}`,
  ) ?? sql`true`

/** Orders whose sale the ledger has on these days: those that the figures count [TODAY-03]. */
export const soldOn = (days: SoldOn): SQL =>
  sql`orders.id in (select order_id from ledger_entries where ${on(days)})`

/** How many those are; the ledger counts them by its index alone. */
export async function countSold(
  orm: Orm,
  { mode, ...days }: SoldOn & { mode?: Mode | undefined },
): Promise<number> {
  const ofMode = mode && sql`livemode = ${mode === 'live'}`
  const [found] = await rows<{ sold: number }>(
    orm,
    sql`select count(distinct order_id)::int as sold from ledger_entries where ${and(on(days), ofMode)}`,
  )
  return found?.sold ?? 0
}

/** By the ledger, from a day on: an order counts on the day it was paid. */
async function salesByDay(
  orm: Orm,
  { livemode, from }: { livemode: boolean; from: string },
): Promise<SalesOfDay[]> {
  const found = await rows<{ day: string; orders: number; goods: number; metal: number }>(
    orm,
    sql`select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, count(distinct order_id)::int as orders,
          -sum(sales + discounts)::float8 as goods, coalesce(sum(metal.mg), 0)::float8 as metal
        from ledger_entries entry left join lateral (
          select sum(weight_mg * quantity) as mg from order_lines line
          where line.order_id = entry.order_id and ${isLineOfSale(sql`line.position`)}) metal on true
        where kind = 'sale' and livemode = ${livemode}
          and at >= ${beginOf(from)}
        group by 1`,
  )
  return found.map(({ metal, goods, ...each }) => ({
    ...each,
    goods: cents(goods + 0),
    metalMg: metal,
  }))
}
