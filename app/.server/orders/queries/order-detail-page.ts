import { desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { isStorableId } from '#app/.server/catalog/product-rows.ts'
import { printedNote } from '#app/.server/documents/printable.ts'
import { delayRulesOf, delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { labelsForOrder } from '#app/.server/fulfillment/label-subject.ts'
import { shownPickup } from '#app/.server/fulfillment/pickup.ts'
import { nextToPack } from '#app/.server/fulfillment/queries/orders-to-pack.ts'
import { labelsFor } from '#app/.server/fulfillment/shipping-labels.ts'
import { isToldByEmail, toldOfMoney } from '#app/.server/ledger/money-back.ts'
import { moneyOfOrder } from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder, receiptNumberOf } from '#app/.server/ledger/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orderHistory } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { claimsHere } from '#app/.server/returns/queries/restockable-pieces.ts'
import { disputeDueBy } from '#app/.server/risk/dispute-deadline.ts'
import { type HoldRow, holdsOfOrder } from '#app/.server/risk/holds.ts'
import { weighingRules } from '#app/.server/settings/risk.ts'
import { sendProblem } from '#app/domain/fulfillment/fulfillment-block.ts'
import { balanceOf, overpaidToReview, owedToBuyer } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { mayCorrect, mayCorrectContact } from '#app/domain/orders/buyer.ts'
import { changedBy } from '#app/domain/orders/order-state.ts'
import { awaitsPriceDecision, isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import { earlierAddresses } from '../earlier-addresses.ts'
import { earlierEngravings } from '../earlier-engravings.ts'
import { testProviderPath } from '../order-link.ts'
import { parcelsOfOrder, piecesToSendOf } from '../parcels.ts'
import { findOrder } from '../repository.ts'
import { customWorkOf } from '../staff-order-details.ts'
import { toWeigh, weighedItemsOf } from '../weighed-items.ts'
import { paymentEventsOf } from './order-payment-events.ts'
import { orderSummary } from './order-summary.ts'
import { shopDay } from './orders-to-do.ts'
import { paidByOf } from './paid-by.ts'
import { productsStillInCatalog } from './products-still-in-catalog.ts'
import { wireOf } from './wire.ts'

export type OrderHold = Omit<HoldRow, 'orderId'>

/** Everything stored of one order, for staff [ORDER-07]. */
export async function adminOrder(app: AppContext, id: string) {
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
      /** Raised by every change; an action names the one it saw. */
      revision: order.revision,
      holdReason: order.holdReason,
      summary,
      email: shownEmail(order.email),
      address: order.shippingAddress,
      /** Who it went to before each correction, oldest first. */
      earlierAddresses: await earlierAddresses(db.orm, id),
      /** What was engraved before each correction, oldest first. */
      earlierEngravings: await earlierEngravings(db.orm, id),
      billingAddress: order.billingAddress,
      mayCorrectBuyer: mayCorrect(order),
      /** By ISO 3166-1 alpha-2: a correction of the address keeps it. */
      shippingCountry: order.shippingCountry,
      /** Its contact details alone: it was shipped, or has ended. */
      mayCorrectContact: mayCorrectContact(order),
      /** `leftOut`: letters that the packing slip cannot print. */
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
      /** The buyer picks it up; when it was marked as ready, if it was. Null where it is shipped. */
      pickup,
      labels: await labelsFor(db.orm, app, labelsForOrder(id)),
      nextToPack: order.state === 'fulfilled' ? await nextToPack(db.orm, id) : null,
      /** The work on it; null until it is paid. */
      step: order.step,
      custom: await customWorkOf(db.orm, id),
      /** The last day to send it, as promised when it was paid. */
      shipBy: order.shipBy,
      delays,
      /** What a further notice would mean; null where none can be sent. */
      delayRules: delayRulesOf(order, delays, shopDay(app.now())),
      /** It should have been sent before today. */
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
        /** Since when the money is on its way. */
        processingAt: order.paymentProcessingAt,
        events: await paymentEventsOf(db.orm, id),
      },
      balance,
      owed: owedToBuyer(balance, order),
      /** The same without refunds that are on their way. */
      toRefund: owedToBuyer(await moneyOfOrder(db.orm, id), order),
      toReview: overpaidToReview(balance, order),
      /** What its buyer is told of the money, word for word; may be empty. */
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

export type AdminOrder = NonNullable<Awaited<ReturnType<typeof adminOrder>>>

const giftNoteOf = ({ giftNote: text }: OrderRow) =>
  text === null ? null : { text, leftOut: printedNote(text).leftOut }

/** `from` is null where the order began; the same as `to` where it was only written about. */
async function historyOf(orm: Orm, orderId: string) {
  const { fromState, toState, fromStep, toStep, at, by, why } = orderHistory
  const entries = await orm
    .select({ id: orderHistory.id, from: fromState, to: toState, fromStep, toStep, at, by, why })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(desc(orderHistory.id))
  return entries.map((entry) => ({ ...entry, by: changedBy(entry.by) }))
}

export type HistoryEntry = Awaited<ReturnType<typeof historyOf>>[number]
