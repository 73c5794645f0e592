import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  creditNoteOf,
  findRefund,
  isRefundByHand,
  type RefundRow,
} from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { sizeWords } from '#app/domain/catalog/size-words.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { byHand, howPaid, offlineReference } from '#app/domain/payments/offline-payment.ts'
import { refundedPiece } from '#app/domain/refunds/plan-refund.ts'
import type { OrderFacts } from './templates/order-facts.ts'

/** The refund that an email is about: what was refunded, how much of each, and where it goes. */
export async function readRefundFacts(
  orm: Orm,
  app: AppContext,
  order: OrderRow,
  { id, summary }: { id: string; summary: OrderSummary },
): Promise<OrderFacts['refund']> {
  const refund = await findRefund(orm, 'id', id)
  if (!refund) return null
  const name = creditNoteOf(refund)
  const credit = {
    goods: cents(refund.goodsCents),
    tax: cents(refund.taxCents),
    shipping: cents(refund.shippingCents),
    discount: cents(refund.discountCents),
  }
  const amount = cents(refund.amountCents)
  return {
    ...(await whyOwed(orm, order, { amount, owed: cents(amount - totalOf(credit)) })),
    amount,
    note: refund.note,
    isByHand: await isRefundByHand(orm, refund),
    lines: linesOf(refund, summary),
    credit,
    means: await meansOf(orm, order, refund),
    creditNote:
      name === null
        ? null
        : { name, href: new URL(`/order/${order.token}/credit-note/${name}`, app.publicUrl).href },
  }
}

/** Of what a refund pays beyond a part of the sale: why the buyer was owed it, for the email [MAIL-13]. */
async function whyOwed(
  orm: Orm,
  { id, state, payBy }: OrderRow,
  { amount, owed }: { amount: Cents; owed: Cents },
): Promise<{ reason: string; owed: string }> {
  if (owed <= 0) return { reason: '', owed: '' }
  if (state === 'expired') {
    const what = payBy === 'wire' ? 'your wire' : 'your payment'
    const reason = `The full amount of ${what} didn’t arrive by the deadline, so the order expired.`
    return { reason, owed: 'Your payment' }
  }
  if (state === 'cancelled') {
    return { reason: 'The order was canceled.', owed: 'Your payment' }
  }
  // Nothing is sold yet, and why it is refunded only staff know: a deposit, or a payment recorded by mistake.
  if (state === 'pending') return { reason: '', owed: 'Of what you paid so far' }
  const { overpaid } = await balanceOfOrder(orm, id)
  // A refund that failed before is owed as well, and was no overpayment.
  if (owed > overpaid) return { reason: '', owed: 'Owed to you before' }
  const sum = owed === amount ? 'This' : `${formatCents(owed)} of this`
  return { reason: `${sum} was paid beyond the order total.`, owed: 'Paid beyond the total' }
}

/** All pieces where all of the goods were credited at once, also by a refund made at the provider. */
function linesOf({ lines, goodsCents }: RefundRow, { lines: sold }: OrderSummary) {
  const all = sold.map(({ quantity, lineTotal }, position) => ({
    ...{ position, quantity, amountCents: lineTotal },
  }))
  const isAll = sumCents(sold.map(({ lineTotal }) => lineTotal)) === goodsCents
  const refunded = lines.length > 0 ? lines : isAll ? all : []
  return refunded.flatMap(({ position, quantity, amountCents }) => {
    const line = sold[position]
    if (!line) return []
    const what = refundedPiece(quantity, `${line.name}, ${sizeWords(line, line.measures)}`)
    return { what, amount: cents(amountCents) }
  })
}

const means = {
  card: 'the card or wallet you paid with',
  debit: 'the bank account you paid from',
  wire: 'the bank account you paid from',
} as const

async function meansOf(orm: Orm, { payBy }: OrderRow, { provider, reference }: RefundRow) {
  if (provider !== byHand) return means[payBy]
  const [payment] = await orm
    .select({ kind: offlinePayments.kind })
    .from(offlinePayments)
    .where(eq(sql`${offlineReference('')} || ${offlinePayments.id}`, reference))
  if (payment?.kind === 'trade-in') return 'you, as the credit that you paid with'
  return payment
    ? `you, from us directly: you paid ${howPaid[payment.kind]}`
    : 'you, from us directly'
}
