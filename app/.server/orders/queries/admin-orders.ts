import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { customWork } from '#app/.server/platform/db/draft-order-schema.ts'
import { orderReturns } from '#app/.server/platform/db/return-schema.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { orderTax } from '#app/.server/tax/line-taxes.ts'
import type { CustomStage } from '#app/domain/draft-orders/custom-work.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { isBeforeSending } from '#app/domain/fulfillment/work-status.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { deliveryWord } from '#app/domain/shipping/shipping-words.ts'
import type { Day } from '#app/domain/time/day.ts'
import { foundBy } from '../order-search.ts'
import {
  isStep,
  type OrdersFilter,
  type OrdersQuestion,
  ordersMatching,
} from './orders-matching.ts'
import {
  lateOn,
  modesOfOrders,
  needsLook,
  promisedFirst,
  promisedLast,
  shopDay,
  toBePickedUp,
  workOn,
} from './orders-to-do.ts'
import { countSold, type SoldOn } from './sales-figures.ts'

export const ordersOnAPage = 25
/** No shop has this many pages; the database rejects larger numbers. */
const largestPage = 1_000_000

/**
 * The list of orders, newest first; open work by the day it was promised for [ORDER-07, DESK-05].
 */
export async function ordersPage(app: AppContext, question: OrdersQuestion) {
  return withDatabase(app, async ({ orm }) => {
    const today = shopDay(app.now())
    const list = {
      where: ordersMatching(question, today),
      ...orderOf(question.filter),
      soldAlone: soldAlone(question),
    }
    const asked = Number.isFinite(question.page) ? Math.max(1, Math.trunc(question.page)) : 1
    const modes = await modesOfOrders(orm)
    const isMixed = modes.live && modes.test
    const found = foundBy(question.q) ? await readWithTotal(orm, list, asked) : null
    const total = found?.total ?? (await count(orm, list))
    const ofTest = found?.ofTest ?? (await countTests(orm, list, { total, isMixed }))
    const pages = Math.max(1, Math.ceil(total / ordersOnAPage))
    const page = Math.min(asked, pages)
    const ids = found ? inArray(orders.id, found.ids) : idsOfPage(orm, list, { page, total })
    return {
      orders: total === 0 ? [] : await read(orm, ids, { order: list.order, today }),
      total,
      ofTest,
      page,
      pages,
      /** What waits for staff, whatever is looked for [MODE-04]. */
      waiting: await workOn(orm, today),
      isMixed,
    }
  })
}

type Order = { order: readonly SQL[]; backward: readonly SQL[] }
type List = Order & {
  where: SQL | undefined
  /** Where the days they were sold on are all that is asked. */
  soldAlone: (SoldOn & { mode?: Mode | undefined }) | null
}

function orderOf(filter: OrdersFilter): Order {
  const isWork =
    filter === 'todo' ||
    filter === 'custom' ||
    filter === 'pickup' ||
    filter === 'late' ||
    (isStep(filter) && isBeforeSending(filter))
  return isWork
    ? { order: promisedFirst, backward: promisedLast }
    : { order: newestFirst, backward: oldestFirst }
}

function soldAlone({ q, filter, mode, sold }: OrdersQuestion): List['soldAlone'] {
  return sold && filter === 'all' && !foundBy(q) ? { ...sold, mode } : null
}

const newestFirst: readonly SQL[] = [desc(orders.createdAt), sql`orders.id collate "C"`]
const oldestFirst: readonly SQL[] = [asc(orders.createdAt), sql`orders.id collate "C" desc`]

/** The ids of a page, by an index alone, from the end that is nearer. */
function idsOfPage(
  orm: Orm,
  { where, order, backward }: List,
  { page, total }: { page: number; total: number },
): SQL {
  const before = (page - 1) * ordersOnAPage
  const after = Math.max(0, total - before - ordersOnAPage)
  const ids = orm
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...(after < before ? backward : order))
    .limit(Math.min(ordersOnAPage, total - before))
    .offset(Math.min(before, after))
  return inArray(orders.id, ids)
}

/**
 * What a search finds, counted in the same look through all orders: no index knows parts of words.
 * Null for a page beyond the end.
 */
async function readWithTotal(
  orm: Orm,
  { where, order }: List,
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
    .orderBy(...order)
    .limit(ordersOnAPage)
    .offset((Math.min(page, largestPage) - 1) * ordersOnAPage)
  if (found.length === 0 && page > 1) return null
  const { total = 0, ofTest = 0 } = found[0] ?? {}
  return { ids: found.map(({ id }) => id), total, ofTest }
}

async function read(orm: Orm, where: SQL, { order, today }: { order: readonly SQL[]; today: Day }) {
  const found = await orm
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      /** The work on it, and the last day to send it; null until it is paid. */
      step: orders.step,
      /** Of custom work; null of any other order. */
      stage: sql<CustomStage | null>`(
        select stage from ${customWork} w where w.order_id = orders.id)`,
      shipBy: orders.shipBy,
      shippingMethod: orders.shippingMethod,
      shippingCountry: orders.shippingCountry,
      awaitsBuyer: sql<boolean>`(${toBePickedUp}) is true`,
      /** It should have been sent before today. */
      isLate: sql<boolean>`(${lateOn(today)}) is true`,
      revision: orders.revision,
      isHeld: sql<boolean>`${orders.holdReason} is not null or ${orders.openHolds} > 0`,
      needsLook: sql<boolean>`${needsLook}`,
      dispute: orders.dispute,
      isReturning: sql<boolean>`exists (select from ${orderReturns} r
        where r.order_id = orders.id and r.closed_at is null)`,
      priceWithdrawnAt: orders.priceWithdrawnAt,
      priceHonoredAt: orders.priceHonoredAt,
      livemode: orders.livemode,
      totalCents: orders.totalCents,
      onItsWay: sql<PayBy | null>`case when ${orders.state} = 'pending'
        and ${orders.paymentProcessingAt} is not null then ${orders.payBy} end`,
      taxCents: orderTax,
      pieces: sql<number>`(
        select coalesce(sum(l.quantity), 0)::int from ${orderLines} l where l.order_id = orders.id)`,
      email: orders.email,
      address: orders.shippingAddress,
      tracking: orders.tracking,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(where)
    .orderBy(...order)
  return found.map(
    ({
      livemode,
      totalCents,
      taxCents,
      address,
      priceWithdrawnAt,
      priceHonoredAt,
      shippingMethod,
      shippingCountry,
      ...order
    }) => ({
      ...order,
      isPickup: isPickup({ shippingMethod }),
      /** `Express`, `Germany`, or `Pickup`; null: standard shipping. */
      delivery: deliveryWord({ method: shippingMethod, country: shippingCountry }),
      priceToDecide: awaitsPriceDecision({ ...order, priceWithdrawnAt, priceHonoredAt }),
      isTest: !livemode,
      total: cents(totalCents + taxCents),
      name: address?.name ?? null,
      email: shownEmail(order.email),
    }),
  )
}

export type ListedOrder = Awaited<ReturnType<typeof read>>[number]

async function count(orm: Orm, { where, soldAlone }: List): Promise<number> {
  if (!soldAlone) return orm.$count(orders, where)
  return countSold(orm, soldAlone)
}

async function countTests(
  orm: Orm,
  { where, soldAlone }: List,
  { total, isMixed }: { total: number; isMixed: boolean },
): Promise<number> {
  if (total === 0) return 0
  const isTest = eq(orders.livemode, false)
  if (isMixed && soldAlone) {
    return soldAlone.mode === 'live' ? 0 : countSold(orm, { ...soldAlone, mode: 'test' })
  }
  if (isMixed) return orm.$count(orders, and(where, isTest))
  const [any] = await orm.select({ id: orders.id }).from(orders).where(isTest).limit(1)
  return any ? total : 0
}
