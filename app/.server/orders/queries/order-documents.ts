import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { isStorableId } from '#app/.server/catalog/product-rows.ts'
import { weighedPieces } from '#app/.server/certificates/weighed.ts'
import type { CreditNote } from '#app/.server/documents/credit-note.ts'
import { type Correction, engravingPart, type OrderFacts } from '#app/.server/documents/parts.ts'
import type { Receipt } from '#app/.server/documents/receipt.ts'
import type { StatementOfValue } from '#app/.server/documents/statement-of-value.ts'
import { receiptNumberOf } from '#app/.server/ledger/receipts.ts'
import {
  appliedOfOrder,
  creditNoteOf,
  isRefundByHand,
  type RefundRow,
  refundsOfOrder,
} from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder } from '#app/.server/ledger/repository.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { type EntryKind, totalOf } from '#app/domain/ledger/ledger.ts'
import { cents, sumCents, timesQuantity } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { contactOf } from '#app/domain/orders/buyer.ts'
import { offlineReference } from '#app/domain/payments/offline-payment.ts'
import { earlierAddresses } from '../earlier-addresses.ts'
import { earlierEngravings } from '../earlier-engravings.ts'
import { findOrder } from '../repository.ts'
import { orderSummary } from './order-summary.ts'

export type OrderDocument = { filename: string; pdf: Buffer }

export type Db = Pick<Database, 'orm'>
export type Options = { hidesBuyer?: boolean }

/** What makes PDFs is loaded with the first one: fonts and their library are large. */
const makers = {
  receipt: () => import('#app/.server/documents/receipt.ts'),
  creditNote: () => import('#app/.server/documents/credit-note.ts'),
  statement: () => import('#app/.server/documents/statement-of-value.ts'),
}

/** A document of an order by the last part of its address: `receipt.pdf`; null where there is none. */
export async function orderDocument(
  db: Db,
  order: OrderRow,
  file: string,
  options: Options = {},
): Promise<OrderDocument | null> {
  if (file === 'receipt.pdf') {
    const receipt = await receiptOf(db, order, options)
    if (!receipt) return null
    const { receiptPdf } = await makers.receipt()
    return { filename: `receipt-${receipt.number}.pdf`, pdf: await receiptPdf(receipt) }
  }
  if (file === 'statement-of-value.pdf') {
    const statement = await statementOfValue(db, order, options)
    if (!statement) return null
    const { statementOfValuePdf } = await makers.statement()
    const filename = `statement-of-value-${order.number}.pdf`
    return { filename, pdf: await statementOfValuePdf(statement) }
  }
  const refund = (await refundsOfOrder(db.orm, order.id)).find(
    (each) => file === `${creditNoteOf(each)}.pdf`,
  )
  const note = refund && (await creditNoteOfRefund(db, order, refund, options))
  if (!note) return null
  const { creditNotePdf } = await makers.creditNote()
  return { filename: `credit-note-${note.number}.pdf`, pdf: await creditNotePdf(note) }
}

export async function documentForStaff(
  app: AppContext,
  { id, file }: { id: string; file: string },
): Promise<OrderDocument | null> {
  if (!isStorableId(id)) return null
  return withDatabase(app, async (db) => {
    const order = await findOrder(db.orm, 'id', id)
    if (!order) return null
    return orderDocument(db, order, file)
  })
}

async function factsOf(
  db: Db,
  order: OrderRow,
  { hidesBuyer = false }: Options,
): Promise<OrderFacts> {
  return {
    isTest: !order.livemode,
    orderedAt: order.createdAt,
    paidAt: order.paidAt ?? order.createdAt,
    buyer: hidesBuyer
      ? { email: null, address: null, isHidden: true }
      : { email: shownEmail(order.email), address: contactOf(order).address, isHidden: false },
    summary: await orderSummary(db, order),
    goldRecord: order.goldPriceId,
    corrections: await correctionsOf(db.orm, order.id, { hidesBuyer }),
  }
}

/** Corrections of what documents name: they print no phone number, and hide the buyer in time [PAPER-10]. */
async function correctionsOf(
  orm: Database['orm'],
  orderId: string,
  { hidesBuyer }: { hidesBuyer: boolean },
): Promise<Correction[]> {
  const ofBuyer = hidesBuyer ? [] : await earlierAddresses(orm, orderId)
  const ofEngravings = await earlierEngravings(orm, orderId)
  return [
    ...ofBuyer.map(({ at, changed }) => ({
      at,
      parts: changed.filter((part) => part !== 'phone'),
    })),
    ...ofEngravings.map(({ at }) => ({ at, parts: [engravingPart] })),
  ]
    .filter(({ parts }) => parts.length > 0)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

const ofReceipt: readonly EntryKind[] = ['payment', 'attached', 'payment returned']

/**
 * The sale and the payments that were there when it was booked, with those of pieces that were added later. It does
 * not change otherwise: what is refunded has a credit note.
 */
async function receiptOf(db: Db, order: OrderRow, options: Options = {}): Promise<Receipt | null> {
  const number = await receiptNumberOf(db.orm, order.id)
  if (number === null) return null
  const entries = await entriesOfOrder(db.orm, order.id)
  const sale = entries.findLast(({ kind }) => kind === 'sale')
  const then = entries.filter(
    ({ kind, recordedAt }) =>
      kind === 'sale' ||
      ((kind === 'adjustment' || ofReceipt.includes(kind)) &&
        (!sale || recordedAt <= sale.recordedAt)),
  )
  const byHandOf = await handKindsOf(db.orm, order.id)
  const receivable = (kinds: (kind: EntryKind) => boolean) =>
    sumCents(
      then.filter(({ kind }) => kinds(kind)).map(({ postings }) => postings.receivable ?? cents(0)),
    )
  const exchanged = await appliedOfOrder(db.orm, order.id)
  return {
    ...(await factsOf(db, order, options)),
    number,
    payments: then
      .filter(({ kind }) => ofReceipt.includes(kind))
      .map(({ at, postings, reference }) => ({
        at,
        amount: cents(0 - (postings.receivable ?? 0)),
        by: (reference !== null && byHandOf.get(reference)) || order.payBy,
        reference: reference !== null && byHandOf.has(reference) ? null : reference,
      })),
    letOff: cents(0 - receivable((kind) => kind === 'adjustment')),
    balance: cents(receivable(() => true) - exchanged),
  }
}

/** How staff took each payment themselves, by its name in the ledger. */
async function handKindsOf(orm: Database['orm'], orderId: string) {
  const { id, kind } = offlinePayments
  const found = await orm
    .select({ id, kind })
    .from(offlinePayments)
    .where(eq(offlinePayments.orderId, orderId))
  return new Map(found.map((each) => [offlineReference(each.id), each.kind]))
}

/** Null for a refund that took nothing back of the sale. */
export async function creditNoteOfRefund(
  db: Db,
  order: OrderRow,
  refund: RefundRow,
  options: Options = {},
): Promise<CreditNote | null> {
  const number = creditNoteOf(refund)
  if (number === null) return null
  const parts = creditOf(refund)
  return {
    ...(await factsOf(db, order, options)),
    number,
    at: refund.at,
    receiptNumber: await receiptNumberOf(db.orm, order.id),
    lines: refund.lines,
    parts,
    total: totalOf(parts),
    amount: cents(refund.amountCents),
    applied: cents(refund.appliedCents),
    reference: refund.reference,
    isByHand: await isRefundByHand(db.orm, refund),
    note: refund.note,
  }
}

const creditOf = (refund: RefundRow) => ({
  goods: cents(refund.goodsCents),
  tax: cents(refund.taxCents),
  shipping: cents(refund.shippingCents),
  discount: cents(refund.discountCents),
})

/** Of the pieces that were not refunded; null where there is none, or nothing was paid. */
async function statementOfValue(
  db: Db,
  order: OrderRow,
  options: Options,
): Promise<StatementOfValue | null> {
  const receiptNumber = await receiptNumberOf(db.orm, order.id)
  if (receiptNumber === null || order.state === 'refunded') return null
  const facts = await factsOf(db, order, options)
  const credits = (await refundsOfOrder(db.orm, order.id)).filter(
    (refund) => creditNoteOf(refund) !== null,
  )
  const returned = credits.flatMap(({ lines }) => lines)
  const left = facts.summary.lines.map(({ quantity }, position) =>
    returned
      .filter((each) => each.position === position)
      .reduce((sum, each) => sum - each.quantity, quantity),
  )
  // Which of a line's pieces came back is not known here.
  const onScale = (await weighedPieces(db.orm, order.id)).filter(
    ({ line, sent }) => sent && left[line] === facts.summary.lines[line]?.quantity,
  )
  const pieces = facts.summary.lines.flatMap((line, position) => {
    const quantity = left[position] ?? 0
    if (quantity <= 0) return []
    const { name, size, measures, options, weight, metalValue, unitPrice: price } = line
    const scaled = onScale.filter((each) => each.line === position)
    return {
      name,
      size,
      ...(measures !== undefined && { measures }),
      ...(options && { options }),
      weight,
      onScale: { count: scaled.length, weight: sumOf(scaled.map(({ actual }) => actual)) },
      metalValue,
      price,
      quantity,
      total: timesQuantity(price, quantity),
    }
  })
  if (pieces.length === 0) return null
  const byPiece = credits.filter(({ lines }) => lines.length > 0).map(creditOf)
  const discount = cents(
    facts.summary.discount - sumCents(byPiece.map((credit) => credit.discount)),
  )
  return {
    ...facts,
    receiptNumber,
    pieces,
    weighed: onScale.map(({ line, serial, actual }) => {
      const weighed = facts.summary.lines[line]
      return { title: weighed ? titleOf({ ...weighed, engraving: null }) : '', serial, actual }
    }),
    discount,
    weight: sumOf(
      pieces.map(
        (each) => each.onScale.weight + each.weight * (each.quantity - each.onScale.count),
      ),
    ),
    total: cents(sumCents(pieces.map(({ total }) => total)) - discount),
    credits: credits
      .filter(({ lines }) => lines.length === 0)
      .map((refund) => {
        const { goods, discount: off } = creditOf(refund)
        return { number: creditNoteOf(refund) ?? '', amount: cents(goods - off) }
      }),
  }
}

const sumOf = (weights: readonly number[]) =>
  weights.reduce((sum, weight) => sum + weight, 0) as Milligrams
