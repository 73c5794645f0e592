import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { earliestDay } from '#app/domain/reports/sales-periods.ts'
import type { VisitKind } from '#app/domain/visits/visit.ts'
import {
  daysOfRanges,
  type VisitRange,
  type VisitsOfDay,
  visitsOfRanges,
} from '#app/domain/visits/visit-periods.ts'
import { brand } from '#brand'

/** So many rows of each list; the total above them has all. */
const listed = 10

type Counted = { key: string; count: number }

/** How the shop was visited, beside its sales: sums of each range, and lists of the one asked for [VISIT-05]. */
export async function visitReport(
  orm: Orm,
  { today, range, livemode }: { today: string; range: VisitRange; livemode: boolean },
) {
  const from = earliestDay(today)
  const [counted, ordered, top] = await Promise.all([
    countedByDay(orm, from),
    ordersByDay(orm, { from, livemode }),
    topKeys(orm, daysOfRanges(today)[range]),
  ])
  const ofKind = (kind: VisitKind) => top.filter((each) => each.kind === kind)
  return {
    ranges: visitsOfRanges(today, [...counted, ...ordered]),
    range,
    sources: ofKind('source').map(({ key, count }) => ({ key, count })),
    pages: ofKind('page').map(({ key, count }) => ({ key, count })),
    /** `name`: null where the product was deleted. */
    products: ofKind('product').map(({ key, count, name }) => ({ key, count, name })),
  }
}

export type VisitReport = Awaited<ReturnType<typeof visitReport>>

const countedByDay = (orm: Orm, from: string): Promise<VisitsOfDay[]> =>
  rows<VisitsOfDay>(
    orm,
    sql`select to_char(day, 'YYYY-MM-DD') as day,
          coalesce(sum(count) filter (where kind = 'source'), 0)::float8 as visits,
          coalesce(sum(count) filter (where kind in ('page', 'product')), 0)::float8 as views,
          coalesce(sum(count) filter (where kind = 'cart'), 0)::float8 as carts
        from visit_counts where day >= ${from}::date group by day`,
  )

/** Orders that buyers placed on the web, and those of them that were paid, by the day they were placed. */
const ordersByDay = (
  orm: Orm,
  { from, livemode }: { from: string; livemode: boolean },
): Promise<VisitsOfDay[]> =>
  rows<VisitsOfDay>(
    orm,
    sql`select to_char(created_at at time zone ${brand.timeZone}::text, 'YYYY-MM-DD') as day,
          count(*)::float8 as checkouts, count(paid_at)::float8 as paid
        from orders
        where livemode = ${livemode} and origin = 'web'
          and created_at >= ((${from}::date)::timestamp at time zone ${brand.timeZone}::text)
        group by 1`,
  )

const topKeys = (orm: Orm, { from, to }: { from: string; to: string }) =>
  rows<Counted & { kind: VisitKind; name: string | null }>(
    orm,
    sql`select kind, key, summed.count::float8 as count, products.name
        from (
          select kind, key, sum(count) as count, row_number() over (
            partition by kind order by sum(count) desc, key collate "C") as place
          from visit_counts
          where day between ${from}::date and ${to}::date and kind <> 'cart'
          group by kind, key
        ) summed left join products on kind = 'product' and products.id = key
        where place <= ${listed} order by kind, place`,
  )
