import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { isStorableId } from '#app/.server/catalog/product-rows.ts'
import { weighedPieces } from '#app/.server/certificates/weighed.ts'
import type { CreditNote } from '#app/.server/documents/credit-note.ts'
import type { Receipt } from '#app/.server/documents/receipt.ts'
import type { StatementOfValue } from '#app/.server/documents/statement-of-value.ts'
import {
  appliedOfOrder,
  creditNoteOf,
  isRefundByHand,
  type RefundRow,
  refundsOfOrder,
} from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder, receiptNumberOf } from '#app/.server/ledger/repository.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { type EntryKind, totalOf } from '#app/domain/ledger/ledger.ts'
import { cents, sumCents, timesQuantity } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { offlineReference } from '#app/domain/payments/offline-payment.ts'
import { findOrder } from '../repository.ts'
import { commercialInvoiceOf } from './commercial-invoice-of.ts'
import { type Db, type DocumentOptions, documentFacts } from './document-facts.ts'

export type OrderDocument = { filename: string; pdf: Buffer }

/** What makes PDFs is loaded with the first one: fonts and their library are large. */
const makers = {
  receipt: () => import('#app/.server/documents/receipt.ts'),
  creditNote: () => import('#app/.server/documents/credit-note.ts'),
  invoice: () => import('#app/.server/documents/commercial-invoice.ts'),
  statement: () => import('#app/.server/documents/statement-of-value.ts'),
}

/** A document of an order by the last part of its address: `receipt.pdf`; null where there is none. */
export async function orderDocument(
  db: Db,
  order: OrderRow,
  file: string,
  options: DocumentOptions = {},
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
    if (file === 'commercial-invoice.pdf') return commercialInvoice(db, order)
    return orderDocument(db, order, file)
  })
}

/** For the package alone, so that buyers have no address of it. */
async function commercialInvoice(db: Db, order: OrderRow): Promise<OrderDocument | null> {
  const invoice = await commercialInvoiceOf(db, order)
  if (!invoice) return null
  const { commercialInvoicePdf } = await makers.invoice()
  const filename = `commercial-invoice-${order.number}.pdf`
  return { filename, pdf: await commercialInvoicePdf(invoice) }
}

const ofReceipt: readonly EntryKind[] = ['payment', 'attached', 'payment returned']

/**
 * The sale and the payments that were there when it was booked, with those of pieces that were added later. It does
 * not change otherwise: what is refunded has a credit note.
 */
async function receiptOf(
  db: Db,
  order: OrderRow,
  options: DocumentOptions = {},
): Promise<Receipt | null> {
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
    ...(await documentFacts(db, order, options)),
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
  options: DocumentOptions = {},
): Promise<CreditNote | null> {
  const number = creditNoteOf(refund)
  if (number === null) return null
  const parts = creditOf(refund)
  return {
    ...(await documentFacts(db, order, options)),
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
  options: DocumentOptions,
): Promise<StatementOfValue | null> {
  const receiptNumber = await receiptNumberOf(db.orm, order.id)
  if (receiptNumber === null || order.state === 'refunded') return null
  const facts = await documentFacts(db, order, options)
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
