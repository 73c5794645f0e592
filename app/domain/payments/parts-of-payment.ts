import { countryName } from '../address/country-name.ts'
import { type SaleParts, totalOf } from '../ledger/ledger.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import { standardShipping } from '../shipping/shipping-method.ts'
import type { CheckoutEvent, Payable } from './payment-event.ts'

/**
 * Why a payment cannot be taken for an order. Goods and shipping must be the order's; beside them there is only a
 * tax it was placed with, to the cent [TAX-02, SHIPMONEY-02]. `what` begins the message: `A payment of $12.50 USD arrived`.
 */
export function whyPartsDoNotFit(
  order: Pick<Payable, 'total' | 'shipping' | 'currency' | 'withTax'>,
  { amount, currency, parts, address }: CheckoutEvent,
  what: string,
): string | null {
  const due = `${formatCents(order.total)} ${order.currency.toUpperCase()}`
  const { country, rate } = order.shipping ?? standardShipping
  const goodsDue = cents(order.total - rate)
  const isOff = parts ? parts.goods !== goodsDue : amount !== order.total
  if (amount === null || isOff || currency?.toLowerCase() !== order.currency) {
    return parts && parts.goods !== amount
      ? `${what} with goods of ${formatCents(parts.goods)}, but ${goodsOf(order, goodsDue)} was due.`
      : `${what}, but ${due} was due.`
  }
  const shipTo = address?.country.trim().toUpperCase()
  if (shipTo && shipTo !== country) {
    return `${what} with an address in ${countryName(shipTo)}, but the order was placed for ${countryName(country)}.`
  }
  if (!parts) return null
  const { tax, shipping, discount } = parts
  if (tax < 0 || totalOf(parts) !== amount) {
    const inAll = `${formatCents(cents(order.total + tax))} ${order.currency.toUpperCase()}`
    return `${what}, but ${inAll} was due; the parts don’t add up: goods ${formatCents(goodsDue)}, tax ${formatCents(tax)}, shipping ${formatCents(shipping)}, discount ${formatCents(discount)}.`
  }
  if (shipping !== rate) {
    return rate === 0
      ? neither(what, parts)
      : `${what} with shipping of ${formatCents(shipping)}, but ${formatCents(rate)} was due for it.`
  }
  if (discount !== 0) return neither(what, parts)
  return tax > 0 && !order.withTax
    ? `${what} with sales tax of ${formatCents(tax)}, but the order was placed without sales tax.`
    : null
}

const goodsOf = ({ total, currency }: Pick<Payable, 'total' | 'currency'>, goods: Cents) =>
  `${formatCents(goods)} ${currency.toUpperCase()}${goods === total ? '' : ' of goods'}`

const neither = (what: string, { shipping, discount }: SaleParts) =>
  `${what} with shipping of ${formatCents(shipping)} and a discount of ${formatCents(discount)}; the order has neither.`
