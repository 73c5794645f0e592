import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { ByMode, Mode } from '#app/domain/payments/mode.ts'
import { awaitsPriceDecision } from '#app/domain/payments/price-decision.ts'
import { foundBy } from '../order-search.ts'

export const ordersOnAPage = 25
/** No shop has as many; the database takes no number of any size. */
const largestPage = 1_000_000

/** `held`: those that wait for a look by staff, whatever their state. */
export type OrdersFilter = OrderState | 'held' | 'all'

export type OrdersQuestion = {
  /** What was typed into the search field, as it is. */
  q: string
  filter: OrdersFilter
  /** Left out: of both. */
  mode?: Mode | undefined
  /** From 1; one beyond the end answers the last page. */
  page: number
}

export type ListedOrder = {
  id: string
  number: string
  state: OrderState
  /** Money that does not fit, or something that keeps it from being sent. */
  isHeld: boolean
  dispute: 'open' | 'won' | 'lost' | null
  /** Paid at a price that was withdrawn, and not decided about. */
  priceToDecide: boolean
  isTest: boolean
  /** With the sales tax that was charged. */
  total: Cents
  pieces: number
  email: string | null
  name: string | null
  tracking: string | null
  createdAt: Date
}

export type OrdersPage = {
  orders: ListedOrder[]
  /** How many match, on all pages. */
  total: number
  /** How many of them are test orders. */
  ofTest: number
  page: number
  pages: number
  /** What waits for staff, whatever is looked for: paid, and those that need a look [MODE-04]. */
  waiting: ByMode<{ paid: number; held: number }>
  /** There are orders of both modes. */
  isMixed: boolean
}

/** The list of orders, newest first [ORDER-07]. */
export async function ordersPage(app: AppContext, question: OrdersQuestion): Promise<OrdersPage> {
  return withDatabase(app, async ({ orm }) => {
    const where = matching(question)
    const asked = Number.isFinite(question.page) ? Math.max(1, Math.trunc(question.page)) : 1
    const isMixed = await areMixed(orm)
    const found = foundBy(question.q) ? await readWithTotal(orm, where, asked) : null
    const total = found?.total ?? (await orm.$count(orders, where))
    const ofTest = found?.ofTest ?? (await countTests(orm, { where, total, isMixed }))
    const pages = Math.max(1, Math.ceil(total / ordersOnAPage))
    const page = Math.min(asked, pages)
    const ids = found ? inArray(orders.id, found.ids) : idsOfPage(orm, where, page)
    return {
      orders: total === 0 ? [] : await read(orm, ids),
      total,
      ofTest,
      page,
      pages,
      waiting: await waiting(orm),
      isMixed,
    }
  })
}

function matching({ q, filter, mode }: OrdersQuestion): SQL | undefined {
  return and(
    mode && eq(orders.livemode, mode === 'live'),
    filter === 'all' ? undefined : filter === 'held' ? needsReview : eq(orders.state, filter),
    foundBy(q),
  )
}

/** As its index is written, with no parameter. */
const needsReview = sql`orders.needs_review`

const newestFirst = [desc(orders.createdAt), sql`orders.id collate "C"`]

/** The ids of a page, by an index alone. */
function idsOfPage(orm: Orm, where: SQL | undefined, page: number): SQL {
  const ids = orm
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(ordersOnAPage)
    .offset((page - 1) * ordersOnAPage)
  return inArray(orders.id, ids)
}

/**
 * What a search finds, counted in the same look through all orders: no index knows parts of words.
 * Null for a page beyond the end.
 */
async function readWithTotal(
  orm: Orm,
  where: SQL | undefined,
  page: number,
): Promise<{ ids: string[]; total: number; ofTest: number } | null> {
  const found = await orm
    .select({
      id: orders.id,
      total: sql<number>`(count(*) over ())::int`,
      ofTest: sql<number>`(count(*) filter (where not ${orders.livemode}) over ())::int`,
    })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(ordersOnAPage)
    .offset((Math.min(page, largestPage) - 1) * ordersOnAPage)
  if (found.length === 0 && page > 1) return null
  const { total = 0, ofTest = 0 } = found[0] ?? {}
  return { ids: found.map(({ id }) => id), total, ofTest }
}

async function read(orm: Orm, where: SQL): Promise<ListedOrder[]> {
  const found = await orm
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      isHeld: sql<boolean>`${orders.holdReason} is not null or ${orders.openHolds} > 0`,
      dispute: orders.dispute,
      priceWithdrawnAt: orders.priceWithdrawnAt,
      priceHonoredAt: orders.priceHonoredAt,
      livemode: orders.livemode,
      totalCents: orders.totalCents,
      taxCents: sql<number>`case when ${orders.withTax} then (
        select coalesce(-sum(e.tax), 0) from ledger_entries e
        where e.order_id = orders.id and e.kind = 'sale')::float8 else 0 end`,
      pieces: sql<number>`(
        select coalesce(sum(l.quantity), 0)::int from ${orderLines} l where l.order_id = orders.id)`,
      email: orders.email,
      address: orders.shippingAddress,
      tracking: orders.tracking,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
  return found.map(
    ({ livemode, totalCents, taxCents, address, priceWithdrawnAt, priceHonoredAt, ...order }) => ({
      ...order,
      priceToDecide: awaitsPriceDecision({ ...order, priceWithdrawnAt, priceHonoredAt }),
      isTest: !livemode,
      total: cents(totalCents + taxCents),
      name: address?.name ?? null,
    }),
  )
}

/** Found by their indexes: few rows, however many orders there are. */
async function waiting(orm: Orm): Promise<OrdersPage['waiting']> {
  const found = await rows<{ livemode: boolean; paid: number; held: number }>(
    orm,
    sql`select livemode, (count(*) filter (where state = 'paid'))::int as paid,
        (count(*) filter (where needs_review))::int as held
      from orders where state = 'paid' or needs_review group by livemode`,
  )
  const of = (mode: boolean) => {
    const { paid = 0, held = 0 } = found.find(({ livemode }) => livemode === mode) ?? {}
    return { paid, held }
  }
  return { live: of(true), test: of(false) }
}

/** One look into an index for each mode. */
async function areMixed(orm: Orm): Promise<boolean> {
  const [found] = await rows<{ mixed: boolean }>(
    orm,
    sql`select exists (select from orders where livemode)
      and exists (select from orders where not livemode) as mixed`,
  )
  return found?.mixed ?? false
}

async function countTests(
  orm: Orm,
  { where, total, isMixed }: { where: SQL | undefined; total: number; isMixed: boolean },
): Promise<number> {
  if (total === 0) return 0
  const isTest = eq(orders.livemode, false)
  if (isMixed) return orm.$count(orders, and(where, isTest))
  const [any] = await orm.select({ id: orders.id }).from(orders).where(isTest).limit(1)
  return any ? total : 0
}
