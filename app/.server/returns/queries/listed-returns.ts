import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderReturnLines, orderReturns } from '#app/.server/platform/db/return-schema.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { formatPieces } from '#app/domain/fulfillment/parcel.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import { statesForStaff } from '#app/domain/returns/return.ts'

const returnsOnAPage = 25

/** `waiting`: for staff, who decide or weigh. `open`: also those on their way. */
export type ReturnsFilter = 'waiting' | 'open' | 'closed'

type Question = {
  filter: ReturnsFilter
  /** Left out: of both. */
  mode?: Mode | undefined
  /** From 1; one beyond the end answers the last page. */
  page: number
}

/** Returns of all orders: open ones by age, closed ones newest first [RETURN-09]. */
export async function listedReturns(app: AppContext, { filter, mode, page: asked }: Question) {
  return withDatabase(app, async ({ orm }) => {
    const ofMode = mode && eq(orders.livemode, mode === 'live')
    const where = and(shownBy(filter), ofMode)
    const total = await count(orm, where)
    const pages = Math.max(1, Math.ceil(total / returnsOnAPage))
    const page = Math.min(Number.isFinite(asked) ? Math.max(1, Math.trunc(asked)) : 1, pages)
    return {
      returns: await read(orm, where, { page, isClosed: filter === 'closed' }),
      total,
      page,
      pages,
      waiting: await count(orm, and(shownBy('waiting'), ofMode)),
    }
  })
}

/** Those that wait for staff, of one mode: as many as the list behind them has. */
export const countWaitingReturns = (orm: Orm, mode: Mode): Promise<number> =>
  count(orm, and(shownBy('waiting'), eq(orders.livemode, mode === 'live')))

function shownBy(filter: ReturnsFilter): SQL | undefined {
  const { closedAt, state } = orderReturns
  if (filter === 'closed') return isNotNull(closedAt)
  if (filter === 'open') return isNull(closedAt)
  return and(isNull(closedAt), inArray(state, [...statesForStaff]))
}

async function count(orm: Orm, where: SQL | undefined): Promise<number> {
  const [found] = await orm
    .select({ count: sql<number>`count(*)::int` })
    .from(orderReturns)
    .innerJoin(orders, eq(orders.id, orderReturns.orderId))
    .where(where)
  return found?.count ?? 0
}

async function read(
  orm: Orm,
  where: SQL | undefined,
  { page, isClosed }: { page: number; isClosed: boolean },
) {
  const { id, state, askedAt, closedAt, orderId } = orderReturns
  const found = await orm
    .select({
      ...{ id, state, askedAt, order: orders.id, number: orders.number },
      address: orders.shippingAddress,
      livemode: orders.livemode,
    })
    .from(orderReturns)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(where)
    .orderBy(...(isClosed ? [desc(closedAt)] : [asc(askedAt)]), asc(id))
    .limit(returnsOnAPage)
    .offset((page - 1) * returnsOnAPage)
  if (found.length === 0) return []
  const pieces = await orm
    .select({
      returnId: orderReturnLines.returnId,
      quantity: orderReturnLines.quantity,
      name: orderLines.name,
      size: orderLines.size,
    })
    .from(orderReturnLines)
    .innerJoin(
      orderLines,
      and(
        eq(orderLines.orderId, orderReturnLines.orderId),
        eq(orderLines.position, orderReturnLines.line),
      ),
    )
    .where(
      inArray(
        orderReturnLines.returnId,
        found.map((each) => each.id),
      ),
    )
    .orderBy(asc(orderReturnLines.line))
  return found.map(({ address, livemode, ...each }) => ({
    ...each,
    name: address?.name ?? null,
    isTest: !livemode,
    pieces: pieces
      .filter(({ returnId }) => returnId === each.id)
      .flatMap((one) => formatPieces([{ line: 0, quantity: one.quantity }], [one])),
  }))
}

export type ListedReturn = Awaited<ReturnType<typeof read>>[number]
