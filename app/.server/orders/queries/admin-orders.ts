import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
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
  /** From 1; one beyond the end answers the last page. */
  page: number
}

export type ListedOrder = {
  id: string
  number: string
  state: OrderState
  holdReason: string | null
  dispute: 'open' | 'won' | 'lost' | null
  isTest: boolean
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
  page: number
  pages: number
  /** What waits for staff, whatever is looked for: paid, and those that need a look. */
  waiting: { paid: number; held: number }
}

/** The list of orders, newest first [ORDER-07]. */
export async function ordersPage(app: AppContext, question: OrdersQuestion): Promise<OrdersPage> {
  return withDatabase(app, async ({ orm }) => {
    const where = matching(question)
    const asked = Number.isFinite(question.page) ? Math.max(1, Math.trunc(question.page)) : 1
    const found = foundBy(question.q) ? await readWithTotal(orm, where, asked) : null
    const total = found?.total ?? (await orm.$count(orders, where))
    const pages = Math.max(1, Math.ceil(total / ordersOnAPage))
    const page = Math.min(asked, pages)
    const ids = found ? inArray(orders.id, found.ids) : idsOfPage(orm, where, page)
    return {
      orders: total === 0 ? [] : await read(orm, ids),
      total,
      page,
      pages,
      waiting: await waiting(orm),
    }
  })
}

function matching({ q, filter }: OrdersQuestion): SQL | undefined {
  return and(
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
): Promise<{ ids: string[]; total: number } | null> {
  const found = await orm
    .select({ id: orders.id, total: sql<number>`(count(*) over ())::int` })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(ordersOnAPage)
    .offset((Math.min(page, largestPage) - 1) * ordersOnAPage)
  if (found.length === 0 && page > 1) return null
  return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 }
}

async function read(orm: Orm, where: SQL): Promise<ListedOrder[]> {
  const found = await orm
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      holdReason: orders.holdReason,
      dispute: orders.dispute,
      livemode: orders.livemode,
      totalCents: orders.totalCents,
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
  return found.map(({ livemode, totalCents, address, ...order }) => ({
    ...order,
    isTest: !livemode,
    total: cents(totalCents),
    name: address?.name ?? null,
  }))
}

/** Counted by their indexes: few rows, however many orders there are. */
async function waiting(orm: Orm): Promise<OrdersPage['waiting']> {
  return {
    paid: await orm.$count(orders, eq(orders.state, 'paid')),
    held: await orm.$count(orders, needsReview),
  }
}
