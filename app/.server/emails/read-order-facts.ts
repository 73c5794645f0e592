import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificateChange } from '#app/.server/certificates/queries/certificate-change.ts'
import { listedCertificates } from '#app/.server/certificates/queries/order-certificates.ts'
import { delayFacts, delaysOfOrder, findDelay } from '#app/.server/fulfillment/delays.ts'
import { codeForBuyer } from '#app/.server/fulfillment/pickup.ts'
import { claimOfBank, isToldByEmail, toldOfMoney } from '#app/.server/ledger/money-back.ts'
import { balanceOfOrder, receiptNumberOf } from '#app/.server/ledger/repository.ts'
import { orderArrival } from '#app/.server/orders/order-arrival.ts'
import { confirmedLink, linkOf } from '#app/.server/orders/order-link.ts'
import { parcelsOfOrder, piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { isFromStock } from '#app/.server/orders/queries/from-stock.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { productsStillInCatalog } from '#app/.server/orders/queries/products-still-in-catalog.ts'
import { wireOf } from '#app/.server/orders/queries/wire.ts'
import { customWorkOf } from '#app/.server/orders/staff-order-details.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { findPaymentRequestLink } from '#app/.server/payments/payment-request-token.ts'
import { refusedDebit } from '#app/.server/payments/queries/refused-debit.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { emailOutbox, type OrderRow, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { returnsOfOrder } from '#app/.server/returns/returns.ts'
import { disputeDueBy } from '#app/.server/risk/dispute-deadline.ts'
import { openReasons } from '#app/.server/risk/holds.ts'
import {
  orderShippingTexts,
  pickupPlace,
} from '#app/.server/settings/queries/order-shipping-texts.ts'
import { agreementLeft } from '#app/domain/draft-orders/agreement.ts'
import { arrivalFrom, formatArrival } from '#app/domain/fulfillment/arrival.ts'
import { buyerParcels } from '#app/domain/fulfillment/buyer-parcel.ts'
import {
  formatPieces,
  isAllHandedOver,
  parcelLink,
  piecesLeft,
  trackingText,
} from '#app/domain/fulfillment/parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { paidTooMuch } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import { contactOf } from '#app/domain/orders/buyer.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { bankMoneyBy, debitDueBy } from '#app/domain/payments/wire-rules.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { firstNameOf } from '#app/domain/text/first-name.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { weighedLabels } from '#app/domain/weighing/buyer-labels.ts'
import { brand } from '#brand'
import { readPartFacts } from './read-partial-payment.ts'
import { readRefundFacts } from './read-refund-facts.ts'
import type { OrderFacts } from './templates/order-facts.ts'
import type { OrderEmailKind } from './templates/order-staff-emails.ts'

/** What an email about an order may say; `occasion` names the parcel, refund or return it is about. */
export async function readOrderFacts(
  app: AppContext,
  { kind, occasion }: { kind: OrderEmailKind; occasion: string },
  order: OrderRow,
): Promise<OrderFacts> {
  const { db } = app
  const isDelay = kind === 'order-delay-buyer' || kind === 'order-delay-staff'
  const delay = isDelay ? await findDelay(db.orm, occasion.split(':')[0] ?? '') : null
  const link = linkOf(kind === 'order-link-buyer' ? occasion : '')
  const summary = await orderSummary(db, order)
  return {
    summary,
    isTest: !order.livemode,
    page: new URL(`/order/${order.token}`, app.publicUrl).href,
    confirmedPage: confirmedLink(app, order, link.page),
    confirmedFor: link.label,
    adminPage: new URL(`/admin/dashboard/orders/${order.id}`, app.publicUrl).href,
    email: order.email,
    // Of a gift the name is that of its recipient.
    firstName: order.giftNote === null ? firstNameOf(contactOf(order).address?.name ?? '') : null,
    giftNote: kind.startsWith('order-paid-') ? order.giftNote : null,
    address: order.shippingAddress,
    isHandedOver: await isHandedOver(db, order),
    pickupCode: kind === 'order-pickup-buyer' ? await codeForBuyer(db.orm, app, order) : null,
    pickupPlace: await pickupPlace(app, order),
    isFromStock: await isFromStock(db.orm, order.id, summary.lines),
    isReady: order.step === 'ready',
    tracking: order.tracking,
    ...(await parcelFacts(db, order, { kind, occasion }, summary)),
    paymentReference: order.paymentReference,
    holdReason: order.holdReason,
    part: kind.startsWith('order-part-') ? await readPartFacts(db.orm, order, occasion) : null,
    receipt: await receiptFacts(app, order),
    certificates: kind === 'order-fulfilled-buyer' ? await certificateFacts(app, order) : [],
    certificateChange:
      kind === 'order-certificate-buyer' ? await certificateChange(app, occasion) : null,
    refund:
      kind === 'order-refunded-buyer'
        ? await readRefundFacts(db.orm, app, order, { id: occasion, summary })
        : null,
    wire: await wireFacts(db, order, kind),
    wireAwaited: order.payBy === 'wire' && order.paymentProcessingAt !== null,
    toldOfMoney: await toldOfMoney(db.orm, order),
    toldByEmail: kind.endsWith('-staff') && (await isToldByEmail(db.orm, order.id)),
    extra: kind.startsWith('order-paid-') ? await extraOf(db, order) : cents(0),
    lateWire: aboutLateWires.includes(kind) ? await lateWireOf(db, order, occasion) : null,
    debitBy:
      order.payBy === 'debit' && order.paymentProcessingAt
        ? formatDay(debitDueBy(order.paymentProcessingAt))
        : null,
    arrival: await awaitedArrival(app, order),
    refusedDebit: kind.startsWith('order-debit-failed-')
      ? await refusedDebit(db.orm, app, order, { reference: occasion })
      : null,
    shipsAndArrives: await shipsAndArrives(app, order),
    orderAgain: kind === 'order-debit-failed-buyer' ? await orderAgain(app, summary) : [],
    shipBy: order.shipBy && formatDay(order.shipBy),
    evidenceBy: order.dispute === 'open' ? await evidenceBy(db, order) : null,
    paymentRequestLink:
      kind === 'order-pay-buyer' ? await paymentRequestLinkFacts(db, occasion) : null,
    heldBack: [
      ...(await openReasons(db.orm, order.id)),
      ...(awaitsPriceDecision(order)
        ? [
            'It was paid at a gold price that was withdrawn. Honor the price or refund the order first.',
          ]
        : []),
    ],
    delay: delay && delayFacts(app, delay, order),
    return: kind.startsWith('order-return-')
      ? await returnFacts(db, order, occasion, summary)
      : null,
    shipping: await orderShippingTexts(app, order),
  }
}

/** Of an order that waits for its bank; null for any other. */
async function awaitedArrival(app: AppContext, order: OrderRow): Promise<string | null> {
  const moneyOn = order.state === 'pending' ? bankMoneyBy(order, brand.timeZone) : null
  const arrival = moneyOn && arrivalFrom(moneyOn, await orderShippingTexts(app, order))
  return arrival && formatArrival(arrival)
}

/** In the words of the page of the order [MAIL-20]. */
async function shipsAndArrives(app: AppContext, order: OrderRow): Promise<string> {
  if (order.state !== 'paid' || order.shipBy === null) return ''
  if ((await claimOfBank(app.db.orm, order)) !== null) return ''
  const isDelayed = (await delaysOfOrder(app.db.orm, order.id)).length > 0
  const shipping = await orderShippingTexts(app, order)
  const arrival = orderArrival(app, order, { shipping, parcels: [], isDelayed })
  const arrives = arrival ? ` Arrives about ${formatArrival(arrival)}.` : ''
  const until = isPickup(order) ? 'Ready for pickup by' : 'Ships by'
  return `${until} ${formatDay(order.shipBy)}.${arrives}`
}

/** A link to each product that can still be bought [BANK-26]. */
async function orderAgain({ db, publicUrl }: AppContext, { lines }: OrderSummary) {
  const { known } = await productsStillInCatalog(
    db.orm,
    lines.map(({ productId }) => productId),
  )
  const names = new Map(lines.map(({ productId, name }) => [productId, name]))
  return [...names]
    .filter(([id]) => known.includes(id))
    .map(([id, name]) => ({
      label: `Order ${name} again`,
      href: new URL(`/product/${encodeURIComponent(id)}`, publicUrl).href,
    }))
}

async function isHandedOver({ orm }: Database, { id, state, step }: OrderRow): Promise<boolean> {
  if (state !== 'fulfilled' || step !== 'delivered') return false
  return isAllHandedOver(await parcelsOfOrder(orm, id))
}

async function evidenceBy({ orm }: Database, { id }: OrderRow): Promise<string | null> {
  const dueBy = await disputeDueBy(orm, id)
  return dueBy && formatDateTime(dueBy, brand.timeZone)
}

async function extraOf({ orm }: Database, order: OrderRow): Promise<Cents> {
  return paidTooMuch(await balanceOfOrder(orm, order.id), order)
}

const aboutLateWires: readonly OrderEmailKind[] = [
  'order-wire-late-buyer',
  'order-wire-canceled-buyer',
  'order-wire-extra-buyer',
  'order-payment-extra-buyer',
]

/** Each wire that has its own email is counted in that one alone [WIRE-04]. */
async function wireFacts({ orm }: Database, order: OrderRow, kind: OrderEmailKind) {
  const wire = await wireOf(orm, order)
  if (wire === null || kind !== 'order-wire-late-buyer') return wire
  const { id, amountCents } = paymentEvents
  const counted = await orm
    .select({ amountCents })
    .from(emailOutbox)
    .innerJoin(paymentEvents, eq(id, emailOutbox.occasion))
    .where(and(eq(emailOutbox.orderId, order.id), eq(emailOutbox.kind, kind)))
  const ofOthers = sumCents(counted.map((event) => cents(event.amountCents ?? 0)))
  return { ...wire, received: cents(Math.max(0, wire.received - ofOthers)) }
}

/** `id`: of the event that reported the wire; empty where the email is about the order that expired. */
async function lateWireOf({ orm }: Database, { state }: OrderRow, id: string) {
  const [event] = await orm
    .select({ amountCents: paymentEvents.amountCents })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, id))
  return event ? { amount: cents(event.amountCents ?? 0), state } : null
}

async function returnFacts(
  { orm }: Database,
  { id }: OrderRow,
  occasion: string,
  { lines }: OrderSummary,
) {
  const found = (await returnsOfOrder(orm, id)).find((each) => each.id === occasion)
  if (!found) return null
  const { pieces, reason, instructions, closedWhy, receivedAt, againCarrier, againTracking } = found
  const again = againCarrier && { carrier: againCarrier, tracking: againTracking }
  return {
    pieces: formatPieces(pieces, lines),
    reason,
    instructions,
    refusal: closedWhy,
    wasHere: receivedAt !== null,
    again: again && { tracking: trackingText(again), href: parcelLink(again) },
  }
}

/** Without the link itself, which is a key: who writes the email puts it in. */
async function paymentRequestLinkFacts({ orm }: Database, id: string) {
  const link = await findPaymentRequestLink(orm, 'id', id)
  if (!link) return null
  const work = await customWorkOf(orm, link.orderId)
  const { paid, refunded } = await balanceOfOrder(orm, link.orderId)
  const received = cents(paid - refunded)
  return {
    amount: cents(link.amountCents),
    received,
    kind: link.kind,
    until: link.endsAt,
    agreement: work && agreementLeft(work, received),
    href: null,
  }
}

async function certificateFacts(app: AppContext, { id }: OrderRow) {
  const found = await listedCertificates(app.db.orm, id, { sentOnly: true })
  return found
    .filter(({ state }) => state === 'valid')
    .map(({ id: certificate, name, serial }) => ({
      label: `${name}, ${serial}`,
      href: new URL(`/certificate/${certificate}`, app.publicUrl).href,
    }))
}

async function receiptFacts(app: AppContext, { id, token }: OrderRow) {
  const name = await receiptNumberOf(app.db.orm, id)
  const href = new URL(`/order/${token}/documents/receipt.pdf`, app.publicUrl).href
  return name === null ? null : { name, href }
}

const aboutParcels: readonly OrderEmailKind[] = [
  'order-fulfilled-buyer',
  'order-tracking-buyer',
  'order-delivered-buyer',
]

/** Which parcels an email is about: one, or in emails from before parcels all that there are. */
async function parcelFacts(
  db: Database,
  order: OrderRow,
  { kind, occasion }: { kind: OrderEmailKind; occasion: string },
  { lines }: OrderSummary,
) {
  if (!aboutParcels.includes(kind)) {
    return { parcels: [], parcelOf: 'whole' as const, weighed: [] }
  }
  const all = await parcelsOfOrder(db.orm, order.id)
  const at = all.findIndex(({ id }) => `${id}` === occasion.split(':')[0])
  const told = at < 0 ? all : all.slice(at, at + 1)
  const inThem = told.flatMap(({ pieces }) => pieces)
  const isWhole = piecesLeft(lines, inThem).length === 0
  const left = await piecesToSendOf(db.orm, order.id, lines, all.slice(0, at + 1))
  const isLast = at === all.length - 1 && order.state !== 'paid'
  const isAll = isLast || left.length === 0
  // The other pieces were refunded: it is the one package of the order, and none went before it [PARCEL-14].
  const rest = !isAll ? 'more follows' : all.length === 1 ? 'only' : 'last'
  return {
    parcels: buyerParcels(told, lines),
    weighed: weighedLabels(
      (await weighedItemsOf(db.orm, order.id)).filter(({ parcelId }) =>
        told.some(({ id }) => id === parcelId),
      ),
      lines,
    ),
    parcelOf: at < 0 || isWhole ? ('whole' as const) : (rest as 'only' | 'last' | 'more follows'),
  }
}
