import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { claimOfBank, toldOfMoney } from '#app/.server/ledger/money-back.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { receiptNumberOf } from '#app/.server/ledger/repository.ts'
import { confirmedLink } from '#app/.server/orders/order-link.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { isToken } from '#app/.server/orders/repository.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { pickups } from '#app/.server/platform/db/fulfillment-schema.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { hashOfToken } from '#app/.server/platform/secret.ts'
import { type BuyerParcel, buyerParcels } from '#app/domain/fulfillment/buyer-parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { isPaymentLookedAt, type OrderState } from '#app/domain/orders/order-state.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { BankClaim } from '#app/domain/risk/hold.ts'
import type { Day } from '#app/domain/time/day.ts'

export type FoundOrder = {
  number: string
  /** Of its page, which shows all for an hour. */
  page: string
  receipt: { name: string; href: string } | null
  state: OrderState
  step: OrderStep | null
  /** The last day to send it; null if it was sent, or will not be. */
  shipBy: Day | null
  held: boolean
  /** What becomes of its money; may be empty [REFUND-18]. */
  toldOfMoney: string
  /** What keeps it from being sent: its bank questions the payment, or took it back [PARCEL-15]. */
  claim: BankClaim | null
  /** The buyer’s bank took the money back, and nothing ships [DISPUTE-11]. */
  isClosedByBank: boolean
  /** Picked up, or to be; `ready`: its buyer has the code. Null where it is shipped. */
  pickup: 'ready' | 'not ready' | null
  /** The bank is sending the money. */
  bank: Exclude<PayBy, 'card'> | null
  isTest: boolean
  placedAt: Date
  total: Cents
  pieces: string[]
  parcels: BuyerParcel[]
}

/** A link that can still be opened; the page of one asks before it is, since email scanners follow links. */
export async function isFindOrderLinkOpen(app: AppContext, token: string): Promise<boolean> {
  if (!isToken(token) || app.config.database === 'none') return false
  const { tokenHash, openedAt, expiresAt, id } = findOrderLinks
  const found = await withDatabase(app, ({ orm }) =>
    orm
      .select({ id })
      .from(findOrderLinks)
      .where(and(eq(tokenHash, hashOfToken(token)), isNull(openedAt), gt(expiresAt, app.now()))),
  )
  return found.length === 1
}

/** The orders of the address whose link was opened, latest first; null where its session has ended. */
export async function foundOrders(app: AppContext, session: string | null) {
  if (session === null || !isToken(session) || app.config.database === 'none') return null
  return withDatabase(app, async ({ orm }) => {
    const { sessionHash, sessionEndsAt } = findOrderLinks
    const [link] = await orm
      .select()
      .from(findOrderLinks)
      .where(and(eq(sessionHash, hashOfToken(session)), gt(sessionEndsAt, app.now())))
    if (!link?.sessionEndsAt) return null
    return {
      email: link.email,
      orders: await ordersOf(orm, app, link.email),
      endsAt: link.sessionEndsAt,
    }
  })
}

async function pickupState(orm: Orm, { id, state }: OrderRow) {
  const isReady = state === 'paid' && (await orm.$count(pickups, eq(pickups.orderId, id))) > 0
  return isReady ? 'ready' : 'not ready'
}

async function ordersOf(orm: Orm, app: AppContext, email: string): Promise<FoundOrder[]> {
  const found = await orm
    .select()
    .from(orders)
    .where(sameEmail(orders.email, email))
    .orderBy(desc(orders.createdAt), asc(orders.id))
  return Promise.all(
    found.map(async (order) => {
      const { pathname, search } = new URL(confirmedLink(app, order))
      const name = await receiptNumberOf(orm, order.id)
      const claim = await claimOfBank(orm, order)
      const summary = await orderSummary({ orm }, order)
      const isAwaited = order.paymentProcessingAt !== null && order.payBy !== 'card'
      return {
        number: order.number,
        page: pathname + search,
        receipt:
          name === null ? null : { name, href: `${pathname}/documents/receipt.pdf${search}` },
        state: order.state,
        step: order.step,
        shipBy: order.state === 'paid' && claim === null ? order.shipBy : null,
        held: isPaymentLookedAt(order),
        toldOfMoney: await toldOfMoney(orm, order),
        claim,
        isClosedByBank:
          order.state === 'refunded' && (await refundsOfOrder(orm, order.id)).length === 0,
        pickup: isPickup(order) ? await pickupState(orm, order) : null,
        bank: isAwaited ? (order.payBy as Exclude<PayBy, 'card'>) : null,
        isTest: !order.livemode,
        placedAt: order.createdAt,
        total: totalWithTax(summary),
        pieces: summary.lines.map(
          ({ name: piece, size, quantity }) =>
            `${quantity > 1 ? `${quantity} × ` : ''}${piece}, ${size}`,
        ),
        parcels: buyerParcels(await parcelsOfOrder(orm, order.id), summary.lines),
      }
    }),
  )
}
