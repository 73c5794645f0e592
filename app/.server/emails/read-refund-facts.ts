import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { creditNoteOf, findRefund, type RefundRow } from '#app/.server/ledger/refunds.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { handPayments } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { sizeWords } from '#app/domain/catalog/size-words.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { byHand, handNames } from '#app/domain/payments/offline-payment.ts'
import type { OrderFacts } from './templates/order-facts.ts'

/** The refund that a mail is about: what was refunded, how much of each, and where it goes. */
export async function readRefundFacts(
  orm: Orm,
  app: AppContext,
  order: OrderRow,
  { id, summary }: { id: string; summary: OrderSummary },
): Promise<OrderFacts['refund']> {
  const refund = await findRefund(orm, 'id', id)
  if (!refund) return null
  const name = creditNoteOf(refund)
  return {
    amount: cents(refund.amountCents),
    note: refund.note,
    isByHand: refund.provider === byHand,
    lines: linesOf(refund, summary),
    credit: {
      goods: cents(refund.goodsCents),
      tax: cents(refund.taxCents),
      shipping: cents(refund.shippingCents),
      discount: cents(refund.discountCents),
    },
    means: await meansOf(orm, order, refund),
    creditNote:
      name === null
        ? null
        : { name, href: new URL(`/order/${order.token}/credit-note/${name}`, app.publicUrl).href },
  }
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
    const what = `${quantity} × ${line.name}, ${sizeWords(line, line.measures)}`
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
    .select({ kind: handPayments.kind })
    .from(handPayments)
    .where(eq(handPayments.id, reference.replace(/^hand_/, '')))
  return payment
    ? `you, from us directly: you paid by ${handNames[payment.kind]}`
    : 'you, from us directly'
}
