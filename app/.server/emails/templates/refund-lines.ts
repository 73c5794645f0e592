import { totalOf } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { taxLabel } from '#app/domain/tax/sales-tax.ts'
import type { Block } from './email.ts'
import type { OrderFacts } from './order-facts.ts'

/** What a refund is made of: the sums add up to what is refunded [REFUND-11]. */
export function refundLines({ refund, summary: { tax } }: OrderFacts): Block[] {
  if (!refund) return []
  const { lines, credit, amount, means } = refund
  const { goods, discount, shipping } = credit
  const ofGoods =
    lines.length > 0 ? lines : [{ what: 'Part of the price of the goods', amount: goods }]
  const rows = [
    ...ofGoods,
    { what: 'Discount', amount: cents(0 - discount) },
    { what: 'Shipping', amount: shipping },
    { what: tax ? taxLabel(tax) : 'Sales tax', amount: credit.tax },
    { what: refund.owed, amount: cents(amount - totalOf(credit)) },
  ]
  return [
    {
      is: 'lines',
      lines: [
        ...rows.filter((row) => row.amount !== 0).map(formatRow),
        `Refunded: ${formatCents(amount)}`,
        `To: ${means}`,
      ],
    },
  ]
}

const formatRow = ({ what, amount }: { what: string; amount: Cents }) =>
  `${what}: ${formatCents(amount)}`
