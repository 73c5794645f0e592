import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import { foundBy } from '../order-search.ts'

export const ordersOnAPage = 25

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
    const total = await orm.$count(orders, where)
    const pages = Math.max(1, Math.ceil(total / ordersOnAPage))
    const asked = Number.isFinite(question.page) ? Math.trunc(question.page) : 1
    const page = Math.min(Math.max(1, asked), pages)
    return {
      orders: total === 0 ? [] : await read(orm, where, (page - 1) * ordersOnAPage),
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

async function read(orm: Orm, where: SQL | undefined, offset: number): Promise<ListedOrder[]> {
  // Which ones first, by an index alone; then these whole.
  const page = orm
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...newestFirst)
    .limit(ordersOnAPage)
    .offset(offset)
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
    .where(inArray(orders.id, page))
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
