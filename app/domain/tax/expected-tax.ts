import { readState } from '../address/us-places.ts'
import { type Cents, formatCents } from '../money/cents.ts'

type TaxedSale = {
  /** It was placed with sales tax to be added. */
  withTax: boolean
  goods: Cents
  charged: Cents
  /** Where the goods go, and where the shop says that it is registered: two letters each. */
  state: string | null
  registered: readonly string[]
  /** At least one of its lines has a code that is taxed. */
  isTaxable: boolean
  /** Whether the provider could compute the tax, in its words; left out where it does not say. */
  status?: string | null | undefined
}

/**
 * The same of what is picked up, which falls under the tax of the shop's own state, while the payment page goes by
 * the buyer's billing address. `taxedIn`: the states that charged tax.
 */
export function whyPickupTaxIsDoubted(taxedIn: readonly string[], own: string): string | null {
  const others = [...new Set(taxedIn)].filter((state) => state !== own)
  return others.length > 0
    ? `Sales tax of ${others.join(', ')} was charged by the buyer’s billing address, but the order is picked up in ${own}. Decide with your accountant which state it’s owed to.`
    : null
}

/**
 * Why a person looks at the sales tax of a paid order: the provider could not compute it, or none was
 * charged where the shop is registered, which it then owes itself. Null where nothing contradicts.
 * Source: https://docs.stripe.com/api/checkout/sessions/object, `automatic_tax.status`.
 */
export function whyTaxIsDoubted(sale: TaxedSale): string | null {
  const { withTax, goods, charged, registered, isTaxable, status } = sale
  if (!withTax) return null
  const on = `on goods of ${formatCents(goods)}`
  const sum = charged > 0 ? `${formatCents(charged)} was charged` : 'None was charged'
  if (status && status !== 'complete') {
    return `The payment provider couldn’t calculate the sales tax (${status.replaceAll('_', ' ')}). ${sum} ${on}.`
  }
  const state = readState(sale.state ?? '') ?? ''
  if (charged > 0 || !isTaxable || !registered.includes(state)) return null
  return `No sales tax was charged ${on} to ${state}, where your settings say this shop is registered. Check whether the registration is active at the payment provider. The shop may owe this tax itself.`
}
