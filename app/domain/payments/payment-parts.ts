import { totalOf } from '../ledger/ledger.ts'
import { cents, formatCents } from '../money/cents.ts'
import type { CheckoutEvent, Payable } from './payment-event.ts'

/**
 * Why a payment cannot be taken for an order. Goods must be the order's; beside them there is only a tax
 * it was placed with, to the cent [TAX-02]. `what` begins the message: `A payment of $12.50 USD arrived`.
 */
export function whyPartsDoNotFit(
  order: Pick<Payable, 'total' | 'currency' | 'withTax'>,
  { amount, currency, parts }: CheckoutEvent,
  what: string,
): string | null {
  const due = `${formatCents(order.total)} ${order.currency.toUpperCase()}`
  const goods = parts?.goods ?? amount
  if (amount === null || goods !== order.total || currency?.toLowerCase() !== order.currency) {
    return parts && goods !== amount
      ? `${what} with goods of ${formatCents(parts.goods)}, where ${due} was due.`
      : `${what} where ${due} was due.`
  }
  if (!parts) return null
  const { tax, shipping, discount } = parts
  if (tax < 0 || totalOf(parts) !== amount) {
    const inAll = `${formatCents(cents(goods + tax))} ${order.currency.toUpperCase()}`
    return `${what} where ${inAll} was due; its parts do not add up: goods ${formatCents(goods)}, tax ${formatCents(tax)}, shipping ${formatCents(shipping)}, discount ${formatCents(discount)}.`
  }
  if (shipping !== 0 || discount !== 0) {
    return `${what} with shipping of ${formatCents(shipping)} and a discount of ${formatCents(discount)}; the order has neither.`
  }
  return tax > 0 && !order.withTax
    ? `${what} with sales tax of ${formatCents(tax)}; the order was placed without.`
    : null
}
