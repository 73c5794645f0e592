import { desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { isStorableId } from '#app/.server/catalog/product-rows.ts'
import { printedNote } from '#app/.server/documents/printable.ts'
import {
  type DelayNotice,
  type DelayRules,
  delayRulesOf,
  delaysOfOrder,
} from '#app/.server/fulfillment/delays.ts'
import { labelsForOrder } from '#app/.server/fulfillment/label-subject.ts'
import { type ShownPickup, shownPickup } from '#app/.server/fulfillment/pickup.ts'
import { nextToPack } from '#app/.server/fulfillment/queries/orders-to-pack.ts'
import { labelsFor, type ShownLabels } from '#app/.server/fulfillment/shipping-labels.ts'
import { isToldByEmail, toldOfMoney } from '#app/.server/ledger/money-back.ts'
import { moneyOfOrder } from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder, type LedgerRow, receiptNumberOf } from '#app/.server/ledger/repository.ts'
import type { ShippingAddress } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orderHistory } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { type ClaimHere, claimsHere } from '#app/.server/returns/queries/restockable-pieces.ts'
import { disputeDueBy } from '#app/.server/risk/dispute-deadline.ts'
import { type HoldRow, holdsOfOrder } from '#app/.server/risk/holds.ts'
import { weighingRules } from '#app/.server/settings/risk.ts'
import { sendProblem } from '#app/domain/fulfillment/fulfillment-block.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import {
  balanceOf,
  type OrderBalance,
  overpaidToReview,
  owedToBuyer,
  type Postings,
} from '#app/domain/ledger/ledger.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { mayCorrect, mayCorrectContact } from '#app/domain/orders/buyer.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import { changedBy } from '#app/domain/orders/order-state.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import type { OfflineKind } from '#app/domain/payments/offline-payment.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { awaitsPriceDecision, isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import type { Day } from '#app/domain/time/day.ts'
import type { WeighingRules } from '#app/domain/weighing/evaluate-weight.ts'
import type { Item } from '#app/domain/weighing/to-weigh.ts'
import { type EarlierAddress, earlierAddresses } from '../earlier-addresses.ts'
import { type EarlierEngraving, earlierEngravings } from '../earlier-engravings.ts'
import { testProviderPath } from '../order-link.ts'
import { type Parcel, parcelsOfOrder, piecesToSendOf } from '../parcels.ts'
import { findOrder } from '../repository.ts'
import { type CustomWorkRow, customWorkOf } from '../staff-order-details.ts'
import { toWeigh, type WeighedItem, weighedItemsOf } from '../weighed-items.ts'
import { type OrderPaymentEvent, paymentEventsOf } from './order-payment-events.ts'
import { orderSummary } from './order-summary.ts'
import { shopDay } from './orders-to-do.ts'
import { paidByOf } from './paid-by.ts'
import { productsStillInCatalog } from './products-still-in-catalog.ts'
import { type Wire, wireOf } from './wire.ts'

/** Everything stored of one order, for staff [ORDER-07]. */
export type AdminOrder = {
  id: string
  /** Of the confirmation page the buyer sees. */
  token: string
  state: OrderState
  /** By a shopper on the web, or by staff. */
  origin: 'web' | 'staff'
  /** Raised by every change; an action names the one it saw. */
  revision: number
  holdReason: string | null
  summary: OrderSummary
  email: string | null
  address: ShippingAddress | null
  /** Who it went to before each correction, oldest first. */
  earlierAddresses: EarlierAddress[]
  /** What was engraved before each correction, oldest first. */
  earlierEngravings: EarlierEngraving[]
  /** Of the buyer, where it is another than it was shipped to. */
  billingAddress: ShippingAddress | null
  mayCorrectBuyer: boolean
  /** By ISO 3166-1 alpha-2: a correction of the address keeps it. */
  shippingCountry: string
  /** Its contact details alone: it was shipped, or has ended. */
  mayCorrectContact: boolean
  /** `leftOut`: letters that the packing slip cannot print. */
  giftNote: { text: string; leftOut: string[] } | null
  tracking: string | null
  /** What was sent of it, oldest first, and what is still here. */
  parcels: Parcel[]
  left: Pieces[]
  /** Its items on the scale, sent or not. */
  weighed: WeighedItem[]
  /** Those that are still here, and the serial number suggested for each that was not weighed. */
  toWeigh: (Item & { suggested: string })[]
  weighingRules: WeighingRules
  /** The buyer picks it up; when it was marked as ready, if it was. Null where it is shipped. */
  pickup: ShownPickup | null
  /** Labels of carriers that were bought for it, or can be. */
  labels: ShownLabels
  /** Of an order that was sent: the one to pack next. */
  nextToPack: { id: string; number: string } | null
  /** The work on it; null until it is paid. */
  step: OrderStep | null
  /** What was agreed about custom work, and its stage. */
  custom: CustomWorkRow | null
  /** The last day to send it, as promised when it was paid. */
  shipBy: Day | null
  /** What the buyer was told of delays, oldest first. */
  delays: DelayNotice[]
  /** What a further notice would mean; null where none can be sent. */
  delayRules: DelayRules | null
  /** It should have been sent before today. */
  isLate: boolean
  /** No real card was charged: the shop's own test payments, or Stripe's test mode. */
  isTest: boolean
  /** Its gold price was withdrawn, and nobody honored it. */
  isPriceWithdrawn: boolean
  /** It was paid at a price that was withdrawn, and nobody has decided about it. */
  priceToDecide: boolean
  /** Why it must not be sent, beside its holds, in a sentence. */
  notToBeSent: string | null
  /** What keeps or kept it from being sent, oldest first. */
  holds: OrderHold[]
  createdAt: Date
  paidAt: Date | null
  /** Its receipt's number, once it is paid. */
  receipt: string | null
  expiresAt: Date
  payment: {
    provider: 'test' | 'stripe'
    reference: string | null
    session: string | null
    /** Where a test payment is refunded or disputed, as its provider would. */
    testProviderPath: string | null
    dispute: 'open' | 'won' | 'lost' | null
    /** Until when the evidence of an open one is due. */
    evidenceBy: Date | null
    payBy: PayBy
    /** What it was paid by so far; of the web what the buyer chose. */
    paidBy: (PayBy | OfflineKind)[]
    wire: Wire | null
    /** Since when the money is on its way. */
    processingAt: Date | null
    events: OrderPaymentEvent[]
  }
  /** Its money: what was sold, paid and refunded, and what that adds up to. */
  balance: OrderBalance
  owed: Cents
  /** The same without refunds that are on their way. */
  toRefund: Cents
  /** What was overpaid and needs review. */
  toReview: Cents
  /** What its buyer is told of the money, word for word; may be empty. */
  toldOfMoney: string
  /** Whether an email says so. */
  toldByEmail: boolean
  ledger: OrderLedgerEntry[]
  /** Counted pieces it took. */
  claims: ClaimHere[]
  history: HistoryEntry[]
  /** Products of its lines that are still in the catalog. */
  known: string[]
  /** The first picture of each of them, by its id [ROLE-06]. */
  pictures: Record<string, string>
}

export type OrderHold = Omit<HoldRow, 'orderId'>

type OrderLedgerEntry = Pick<LedgerRow, 'id' | 'kind' | 'at' | 'by' | 'why' | 'reference'> & {
  postings: Postings
}

/** `from` is null where the order began; the same as `to` where it was only written about. */
export type HistoryEntry = {
  id: number
  from: string | null
  to: string
  fromStep: OrderStep | null
  toStep: OrderStep | null
  at: Date
  by: string
  why: string
}

export async function adminOrder(app: AppContext, id: string): Promise<AdminOrder | null> {
  if (!isStorableId(id)) return null
  return withDatabase(app, async (db) => {
    const order = await findOrder(db.orm, 'id', id)
    if (!order) return null
    const summary = await orderSummary(db, order)
    const ledger = await entriesOfOrder(db.orm, id)
    const balance = balanceOf(ledger, cents(order.notRefundedCents))
    const receipt = await receiptNumberOf(db.orm, id)
    const parcels = await parcelsOfOrder(db.orm, id)
    const delays = await delaysOfOrder(db.orm, id)
    const weighed = await weighedItemsOf(db.orm, id)
    const left = await piecesToSendOf(db.orm, id, summary.lines, parcels)
    const isOverdue =
      order.state === 'paid' && order.shipBy !== null && order.shipBy < shopDay(app.now())
    const pickup = await shownPickup(db.orm, order)
    return {
      id,
      token: order.token,
      state: order.state,
      origin: order.origin,
      revision: order.revision,
      holdReason: order.holdReason,
      summary,
      email: shownEmail(order.email),
      address: order.shippingAddress,
      earlierAddresses: await earlierAddresses(db.orm, id),
      earlierEngravings: await earlierEngravings(db.orm, id),
      billingAddress: order.billingAddress,
      mayCorrectBuyer: mayCorrect(order),
      shippingCountry: order.shippingCountry,
      mayCorrectContact: mayCorrectContact(order),
      giftNote: giftNoteOf(order),
      tracking: order.tracking,
      parcels,
      left,
      weighed,
      toWeigh:
        order.state === 'paid'
          ? await toWeigh(db.orm, summary.lines, { parcels, toSend: left, weighed })
          : [],
      weighingRules: await weighingRules(db.orm),
      pickup,
      labels: await labelsFor(db.orm, app, labelsForOrder(id)),
      nextToPack: order.state === 'fulfilled' ? await nextToPack(db.orm, id) : null,
      step: order.step,
      custom: await customWorkOf(db.orm, id),
      shipBy: order.shipBy,
      delays,
      delayRules: delayRulesOf(order, delays, shopDay(app.now())),
      isLate: isOverdue && !pickup?.readyAt,
      isTest: !order.livemode,
      receipt,
      isPriceWithdrawn: isPriceWithdrawn(order),
      priceToDecide: awaitsPriceDecision(order),
      notToBeSent: sendProblem(order, { shopIsLive: app.payments?.live ?? false }),
      holds: (await holdsOfOrder(db.orm, id)).map(({ orderId: _, ...hold }) => hold),
      createdAt: order.createdAt,
      paidAt: order.paidAt,
      expiresAt: order.expiresAt,
      payment: {
        provider: order.paymentProvider,
        reference: order.paymentReference,
        session: order.paymentSession,
        testProviderPath: testProviderPath(app, order),
        dispute: order.dispute,
        evidenceBy: order.dispute === 'open' ? await disputeDueBy(db.orm, id) : null,
        payBy: order.payBy,
        paidBy: await paidByOf(db.orm, id),
        wire: await wireOf(db.orm, order),
        processingAt: order.paymentProcessingAt,
        events: await paymentEventsOf(db.orm, id),
      },
      balance,
      owed: owedToBuyer(balance, order),
      toRefund: owedToBuyer(await moneyOfOrder(db.orm, id), order),
      toReview: overpaidToReview(balance, order),
      toldOfMoney: await toldOfMoney(db.orm, order),
      toldByEmail: await isToldByEmail(db.orm, id),
      claims: await claimsHere(db.orm, order, summary.lines, parcels),
      ledger: ledger.map(({ id: entry, kind, at, by, why, reference, postings }) => ({
        id: entry,
        kind,
        at,
        by,
        why,
        reference,
        postings,
      })),
      history: await historyOf(db.orm, id),
      ...(await productsStillInCatalog(
        db.orm,
        summary.lines.map((line) => line.productId),
      )),
    }
  })
}

const giftNoteOf = ({ giftNote: text }: OrderRow): AdminOrder['giftNote'] =>
  text === null ? null : { text, leftOut: printedNote(text).leftOut }

async function historyOf(orm: Orm, orderId: string): Promise<HistoryEntry[]> {
  const { fromState, toState, fromStep, toStep, at, by, why } = orderHistory
  const entries = await orm
    .select({ id: orderHistory.id, from: fromState, to: toState, fromStep, toStep, at, by, why })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(desc(orderHistory.id))
  return entries.map((entry) => ({ ...entry, by: changedBy(entry.by) }))
}
