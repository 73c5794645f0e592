import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { searchTerm } from '#app/domain/catalogue/search.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/life.ts'
import type { Orm } from '../db/database.ts'
import { orUnavailable } from '../db/or-unavailable.ts'
import { orderLines, orders } from '../db/schema.ts'
import type { Shop } from '../shop.ts'

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
  heldReason: string | null
  /** The buyer's bank wants the money back, and it is not decided. */
  disputed: boolean
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
  /** What waits for staff, whatever is looked for: paid and to be sent, and held. */
  waiting: { paid: number; held: number }
}

/** The list of orders, newest first [ORDER-07]. */
export async function ordersPage(shop: Shop, question: OrdersQuestion): Promise<OrdersPage> {
  return orUnavailable(shop, async ({ orm }) => {
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
  const term = searchTerm(q)
  return and(
    filter === 'all' ? undefined : filter === 'held' ? isHeld : eq(orders.state, filter),
    // Plain text is looked for, so %, _ and \ stand for themselves.
    term === '' ? undefined : sql`strpos(orders.search_text, ${term}) > 0`,
  )
}

const isHeld = isNotNull(orders.heldReason)

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
      heldReason: orders.heldReason,
      disputed: sql<boolean>`${orders.dispute} is not distinct from 'open'`,
      provider: orders.paymentProvider,
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
  return found.map(({ provider, totalCents, address, ...order }) => ({
    ...order,
    isTest: provider === 'test',
    total: cents(totalCents),
    name: address?.name ?? null,
  }))
}

/** Counted by their indexes: few rows, however many orders there are. */
async function waiting(orm: Orm): Promise<OrdersPage['waiting']> {
  return {
    paid: await orm.$count(orders, eq(orders.state, 'paid')),
    held: await orm.$count(orders, isHeld),
  }
}
