import { and, desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { listedCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import { delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { codeForBuyer } from '#app/.server/fulfillment/pickup.ts'
import { claimOfBank, toldOfMoney } from '#app/.server/ledger/money-back.ts'
import { balanceOfOrder, receiptNumberOf } from '#app/.server/ledger/repository.ts'
import { refusedDebit } from '#app/.server/payments/queries/refused-debit.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { emailOutbox, type OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { buyerReturns, returnPath } from '#app/.server/returns/queries/buyer-returns.ts'
import { type Returnable, returnableOf } from '#app/.server/returns/returnable.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import {
  orderShippingTexts,
  pickupPlace,
} from '#app/.server/settings/queries/order-shipping-texts.ts'
import { isBought } from '#app/domain/checkout/checkout-plan.ts'
import { buyerParcels, deliveredOn, partShipped } from '#app/domain/fulfillment/buyer-parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { cents } from '#app/domain/money/cents.ts'
import { contactOf } from '#app/domain/orders/buyer.ts'
import { isPayable, isPaymentLookedAt } from '#app/domain/orders/order-state.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { debitDueBy } from '#app/domain/payments/wire-rules.ts'
import { whyNoneReturned } from '#app/domain/returns/last-return-day.ts'
import type { Day } from '#app/domain/time/day.ts'
import { weighedLabels } from '#app/domain/weighing/buyer-labels.ts'
import { brand } from '#brand'
import { linesAsOrdered } from '../earlier-engravings.ts'
import { orderArrival } from '../order-arrival.ts'
import { isAddressHidden, isConfirmed, testProviderPath } from '../order-link.ts'
import { parcelsOfOrder } from '../parcels.ts'
import { findOrder, isToken } from '../repository.ts'
import { isGoldFixed } from '../staff-order-details.ts'
import { weighedItemsOf } from '../weighed-items.ts'
import { refundsForBuyer } from './buyer-refunds.ts'
import { orderSummary } from './order-summary.ts'
import { wireOf } from './wire.ts'

/** By its token alone; null for anything else, an order's number and id included [ORDER-04]. */
export async function orderPage(app: AppContext, token: string, confirmed: string | null = null) {
  if (!isToken(token) || app.config.database === 'none') return null
  const placed = await withDatabase(app, async (db) => {
    const order = await findOrder(db.orm, 'token', token)
    if (!order) return null
    const isOld = await isAddressHidden(db.orm, order, app.now())
    const isHidden = isOld && order.email !== null && !isConfirmed(app, order.id, confirmed)
    const wire = await wireOf(db.orm, order)
    const refunds = await refundsForBuyer(db.orm, order.id)
    const receipt = await receiptNumberOf(db.orm, order.id)
    const summary = await orderSummary(db, order)
    const sent = await parcelsOfOrder(db.orm, order.id)
    const parcels = buyerParcels(sent, summary.lines)
    const weighed = weighedLabels(await weighedItemsOf(db.orm, order.id), summary.lines)
    const delay = (await delaysOfOrder(db.orm, order.id)).at(-1) ?? null
    const balance = await balanceOfOrder(db.orm, order.id)
    const isOfStaff = order.origin === 'staff'
    const sale = isOfStaff ? { isEstimate: !(await isGoldFixed(db.orm, order.id)) } : null
    const returnable = await returnableOf(db.orm, order, app.now())
    const returns = returnable.wasSent ? await returnsOf(db.orm, order, returnable) : null
    const certificates = await listedCertificates(db.orm, order.id, { sentOnly: true })
    const ordered = await linesAsOrdered(db.orm, order.id)
    const email = isHidden ? null : await paidEmail(db.orm, order)
    const refused = await refusedDebit(db.orm, app, order, { isOpen: true })
    const told = await toldOfMoney(db.orm, order)
    const shown = {
      summary,
      isHidden,
      /**
       * What becomes of the money, once it ended, or of what was paid beyond its total; may be empty
       * [REFUND-18].
       */
      toldOfMoney: told,
      /** What keeps it from being sent: its bank questions the payment, or took it back [PARCEL-15]. */
      claim: await claimOfBank(db.orm, order),
      /** The buyer’s bank took the money back, and nothing ships [DISPUTE-11]. */
      isClosedByBank: order.state === 'refunded' && refunds.length === 0,
      refunds,
      receipt,
      /** It is ready to be picked up: what the buyer shows [PICKUP-02]. */
      pickupCode: await codeForBuyer(db.orm, app, order),
      parcels,
      /** What shipped, where it was sent and some of it was not [PARCEL-16]. */
      partShipped: order.state === 'fulfilled' ? partShipped(sent, summary.lines) : null,
      /** What each piece weighs, once it was weighed [WEIGH-08]. */
      weighed,
      certificates,
    }
    return { mail: email, returns, sale, balance, order, ordered, wire, refused, delay, shown }
  })
  if (!placed) return null
  const {
    mail: email,
    returns,
    sale,
    balance,
    order,
    ordered,
    wire,
    refused,
    delay,
    shown,
  } = placed
  const { paid, refunded } = balance
  const { summary, isHidden, parcels, claim } = shown
  const isToShip = order.state === 'paid' && claim === null
  const held = isPaymentLookedAt(order)
  // As the next run of expireOrders will write it; a card provider has the last word on its pages.
  const byClock = order.paymentProvider === 'test' || order.paymentSession === null
  const received = cents(sale ? paid - refunded : 0)
  const left = cents(Math.max(0, order.totalCents + order.taxCents - received))
  const waits = order.state === 'pending' && !held && received <= 0
  const runOut = waits && byClock && order.expiresAt <= app.now()
  const state = runOut ? 'expired' : order.state
  // A wire that is on its way goes on while the shop sells nothing.
  const isOpen = order.paymentProcessingAt !== null || !(await sellingStop(app))
  const isLinked = order.origin === 'staff'
  const paymentUrl = !isLinked && isPayable(order, app.now()) && isOpen ? order.paymentUrl : null
  const shipping = await orderShippingTexts(app, order)
  return {
    ...shown,
    state,
    /** Money came that the order could not take: a person must look [ORDER-06]. */
    held,
    isTest: !order.livemode,
    isPickup: isPickup(order),
    pickupPlace: await pickupPlace(app, order),
    placedAt: order.createdAt,
    email: isHidden ? null : shownEmail(order.email),
    address: isHidden ? null : contactOf(order).address,
    giftNote: isHidden ? null : order.giftNote,
    shipBy: isToShip ? order.shipBy : null,
    /** It is sent later than promised, as the buyer was told. */
    delay: isToShip && delay ? { from: delay.oldShipBy, reason: delay.reason } : null,
    /** All of it was delivered; `at` is null where that was before the shop noted when. */
    delivered:
      order.state === 'fulfilled' && order.step === 'delivered'
        ? { at: deliveredOn(parcels) }
        : null,
    /** When it is expected; null where that cannot be said, or is over. */
    arrival: claim
      ? null
      : orderArrival(app, order, { shipping, parcels, isDelayed: delay !== null }),
    mail: email,
    ...(await stillInCatalog(app, summary)),
    /** The accepted gold price it was priced by, which anybody can check; null where there is none. */
    goldRecord: order.goldPriceId,
    paymentUrl,
    testProviderPath: testProviderPath(app, order),
    payBy: order.payBy,
    processing: order.paymentProcessingAt !== null,
    debitBy:
      order.payBy === 'debit' && order.paymentProcessingAt
        ? debitDueBy(order.paymentProcessingAt)
        : null,
    wire,
    refusedDebit: held ? null : refused,
    sale:
      order.state === 'pending' && sale ? { received, left, isEstimate: sale.isEstimate } : null,
    /** Lets the browser know its own order again, to empty the cart that was bought [ORDER-08]. */
    quoteId: order.quoteId,
    /** What it takes out of that cart, as it was ordered; null until it is bought [CART-17, CART-18]. */
    bought: isBought({ ...order, state }) ? ordered : null,
    shipping,
    /** What comes back, and the way to ask for it; null where nothing was sent. */
    returns: returns && { ...returns, page: returnPath(app, order, confirmed) },
  }
}

export type OrderPage = NonNullable<Awaited<ReturnType<typeof orderPage>>>

/** Null where it failed, or no mail server is set: then it was not written. */
async function paidEmail(orm: Orm, order: OrderRow) {
  const { email } = order
  if (email === null) return null
  const [mail] = await orm
    .select({ state: emailOutbox.state })
    .from(emailOutbox)
    .where(and(eq(emailOutbox.orderId, order.id), eq(emailOutbox.kind, 'order-paid-buyer')))
    .orderBy(desc(emailOutbox.createdAt))
    .limit(1)
  if (mail?.state !== 'sent' && mail?.state !== 'waiting') return null
  return { to: shownEmail(email), isSent: mail.state === 'sent' }
}

async function stillInCatalog(app: AppContext, { lines }: OrderSummary) {
  const ids = lines.map(({ productId }) => productId)
  const found = await productsById(app, ids)
  const pictures: Record<string, string> = {}
  for (const [id, { images }] of found) if (images[0]) pictures[id] = images[0].src
  return { stillSold: [...found.keys()], pictures }
}

async function returnsOf(orm: Orm, order: OrderRow, { returns, pieces, lines }: Returnable) {
  // What was declined is not offered again right below that answer.
  const declined = returns.filter(({ state }) => state === 'refused').flatMap((each) => each.pieces)
  const declinedOf = (line: number) =>
    declined.reduce((all, each) => all + (each.line === line ? each.quantity : 0), 0)
  const days = pieces.filter(
    ({ line, quantity, isLate, isCustom, isFinal }) =>
      !isLate && !isCustom && !isFinal && declinedOf(line) < quantity,
  )
  const shown = await buyerReturns(orm, order.id, returns, lines)
  return {
    // Why one was refused is in the email, and behind the link of one.
    list: shown.map((each) => ({ ...each, refusal: '', instructions: '' })),
    until: days.map(({ lastDay }) => lastDay).reduce<Day | null>(soonest, null),
    whyNone: whyNoneReturned(pieces, brand.email),
  }
}

const soonest = (one: Day | null, other: Day) => (one !== null && one < other ? one : other)
