import { type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { placeOfSale } from '#app/.server/platform/db/place-of-sale.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { readState } from '#app/domain/address/us-places.ts'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { type ChangedSale, changedSales, type Times } from './changed-sales.ts'
import { taxByPlace } from './tax-by-place.ts'

/** A month of one state, by the ledger; the time zone of the shop says where a month ends. */
type TaxOfState = {
  /** Where the goods went; empty where no address is known. */
  state: string
  orders: number
  /** Goods sold and their shipping, less what was reversed. */
  sales: Cents
  /** Of these, in sales on which tax was charged. */
  taxedSales: Cents
  charged: Cents
  /**
   * Returned with refunds, or for a sale whose money a bank reversed; below zero where that came
   * again.
   */
  credited: Cents
  /** Charged less credited. */
  toPay: Cents
}

export type TaxQuestion = { month: string; livemode: boolean }

/** `2026-03` in the time zone of the shop. */
export function monthOf(at: Date): string {
  return dayAt(at, brand.timeZone).slice(0, 7)
}

/** From 2000 to 2099; no calendar has a 13th month. */
export const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** Sales tax of a month by state and by jurisdiction, test and live sales apart [TAX-06]. */
export async function taxReport(app: AppContext, question: TaxQuestion) {
  return withDatabase(app, async ({ orm }) => {
    const times = monthTimes(question)
    const changed = await changedSales(orm, times)
    const states = await statesOf(orm, question, changed)
    return {
      ...question,
      states,
      total: totalOf(states),
      places: oneRowEach(await taxByPlace(orm, times, changed), ({ state, level, name, rate }) =>
        [state, level, name, rate].join('\n'),
      ),
      withoutLines: await withoutLines(orm, question),
    }
  })
}

export type TaxReport = Awaited<ReturnType<typeof taxReport>>

/** The moments at which a month begins and ends. */
export function monthTimes({ month, livemode }: TaxQuestion): Times {
  const first = sql`(${`${month}-01`}::date)::timestamp`
  const zone = sql`${brand.timeZone}::text`
  return {
    first: sql`(${first} at time zone ${zone})`,
    end: sql`((${first} + interval '1 month') at time zone ${zone})`,
    livemode,
  }
}

function inMonth(question: TaxQuestion): SQL {
  const { first, end } = monthTimes(question)
  return sql`entry.livemode = ${question.livemode} and entry.at >= ${first} and entry.at < ${end}`
}

async function statesOf(
  orm: Orm,
  question: TaxQuestion,
  changed: readonly ChangedSale[],
): Promise<TaxOfState[]> {
  const found = await rows<Record<keyof TaxOfState, number> & { state: string }>(
    orm,
    sql`select ${placeOfSale()} as state,
        count(distinct order_id) filter (where kind = 'sale')::int as orders,
        -sum(sales + shipping + discounts)::float8 as sales,
        coalesce(-sum(sales + shipping + discounts) filter (where kind = 'sale' and tax <> 0), 0)::float8
          as "taxedSales",
        coalesce(-sum(tax) filter (where kind = 'sale'), 0)::float8 as charged,
        coalesce(sum(tax) filter (where kind = 'credit'), 0)::float8 as credited,
        -sum(tax)::float8 as "toPay"
      from ledger_entries entry join orders on orders.id = order_id
      where kind in ('sale', 'credit', 'adjustment') and ${inMonth(question)}
      group by 1 order by 1`,
  )
  const all = [...found, ...changed.map(asRow).filter(isNotZero)]
  return oneRowEach(all, ({ state }) => state).map(({ state, orders, ...sums }) => ({
    state,
    orders,
    sales: cents(sums.sales + 0),
    taxedSales: cents(sums.taxedSales + 0),
    charged: cents(sums.charged + 0),
    credited: cents(sums.credited + 0),
    toPay: cents(sums.toPay + 0),
  }))
}

/** What a bank took is credited in the month in which it took it, as a refund is [TAX-11]. */
const asRow = ({ state, takenBack, wasTaxed, isTaxed }: ChangedSale) => ({
  ...{ state, orders: 0, charged: 0 },
  ...{ sales: 0 - takenBack.goods, taxedSales: isTaxed.goods - wasTaxed.goods },
  ...{ credited: takenBack.tax, toPay: 0 - takenBack.tax },
})

const isNotZero = ({ sales, taxedSales, credited }: ReturnType<typeof asRow>) =>
  sales !== 0 || taxedSales !== 0 || credited !== 0

/** Rows of one state that was written in several ways are one, with their numbers added up [PLACE-03]. */
function oneRowEach<Row extends { state: string }>(
  found: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const merged = new Map<string, Row>()
  for (const row of found) {
    const named = { ...row, state: readState(row.state) ?? row.state }
    const key = keyOf(named)
    const before = merged.get(key)
    merged.set(key, before ? sumOf(before, named) : named)
  }
  return [...merged.values()].toSorted((a, b) =>
    a.state < b.state ? -1 : a.state > b.state ? 1 : 0,
  )
}

const sumOf = <Row extends object>(one: Row, other: Row): Row =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + Number(other[name as keyof Row]) : value,
    ]),
  ) as Row

function totalOf(states: readonly TaxOfState[]) {
  const sum = (column: 'sales' | 'taxedSales' | 'charged' | 'credited' | 'toPay') =>
    sumCents(states.map((each) => each[column]))
  return {
    orders: states.reduce((count, { orders }) => count + orders, 0),
    sales: sum('sales'),
    taxedSales: sum('taxedSales'),
    charged: sum('charged'),
    credited: sum('credited'),
    toPay: sum('toPay'),
  }
}

async function withoutLines(orm: Orm, question: TaxQuestion): Promise<number> {
  const [found] = await rows<{ count: number }>(
    orm,
    sql`select count(*)::int as count
      from ledger_entries entry join orders on orders.id = order_id
      where kind = 'sale' and tax <> 0 and line_taxes_known_at is null and ${inMonth(question)}`,
  )
  return found?.count ?? 0
}
