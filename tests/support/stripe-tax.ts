import type { FormObject } from './stripe-types.ts'

/** A line of a session as Stripe keeps it, with the tax of its jurisdictions once it is paid. */
export type StripeLineItem = {
  id: string
  object: 'item'
  amount_discount: number
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  currency: 'usd'
  description: string
  metadata: Record<string, string>
  quantity: number
  tax_code: string | null
  taxes: StripeTax[]
}

export type StripeTax = {
  amount: number
  rate: Record<string, unknown>
  taxability_reason: string
  taxable_amount: number
}

/** Percent. */
export type Rate = { level: string; name: string; percentage: number }

/** By state, where the account of the stand-in is registered at first. Made up, but for their form. */
export const registrations: Record<string, Rate[]> = {
  WA: [
    { level: 'state', name: 'Washington', percentage: 6.5 },
    { level: 'city', name: 'Seattle', percentage: 3.85 },
  ],
}

/** Source: https://docs.stripe.com/tax/tax-codes. */
const nontaxable = 'txcd_00000000'

export function lineItemsOf(items: FormObject): StripeLineItem[] {
  return Object.values(items).map((item, index) => {
    const { price_data, quantity, metadata } = item as FormObject
    const { unit_amount, product_data } = price_data as FormObject
    const { name, tax_code } = product_data as FormObject
    const amount = Number(unit_amount) * Number(quantity)
    return {
      id: `li_${index}`,
      object: 'item',
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: 'usd',
      description: String(name),
      metadata: { ...(metadata as Record<string, string> | undefined) },
      quantity: Number(quantity),
      tax_code: tax_code === undefined ? null : String(tax_code),
      taxes: [],
    }
  })
}

/** What shipping costs, as a session has it; its taxes only where they are asked for. */
export type ShippingCost = {
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  shipping_rate: string
}

const shippingTaxes = new WeakMap<object, StripeTax[]>()

/** The taxes of the shipping, by its cost. Source: https://docs.stripe.com/api/checkout/sessions/object. */
export const shippingTaxesOf = (cost: object): StripeTax[] => shippingTaxes.get(cost) ?? []

/** By the one rate of a session; null where it has none. */
export function shippingCostOf(options: FormObject | undefined): ShippingCost | null {
  const [option] = Object.values(options ?? {}) as FormObject[]
  if (!option) return null
  const { fixed_amount } = option.shipping_rate_data as FormObject
  const amount = Number((fixed_amount as FormObject).amount)
  return { amount_subtotal: amount, amount_tax: 0, amount_total: amount, shipping_rate: 'shr_0' }
}

/** The buyer gave an address: tax by it, on every line and on the shipping, where the session asks for that. */
export function addTax(
  items: readonly StripeLineItem[],
  session: Record<string, unknown>,
  { state, rates }: { state: string; rates: readonly Rate[] },
): void {
  const { enabled } = session.automatic_tax as { enabled: boolean }
  if (!enabled) return
  for (const item of items) {
    item.taxes = rates.map((rate) => taxOf(item, rate, state))
    item.amount_tax = item.taxes.reduce((sum, { amount }) => sum + amount, 0)
    item.amount_total = item.amount_subtotal + item.amount_tax
  }
  const cost = session.shipping_cost as ShippingCost | null
  if (cost) {
    const { amount_subtotal } = cost
    const taxes = rates.map((rate) => taxOf({ amount_subtotal, tax_code: null }, rate, state))
    shippingTaxes.set(cost, taxes)
    cost.amount_tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
    cost.amount_total = amount_subtotal + cost.amount_tax
  }
  const shipping = cost?.amount_subtotal ?? 0
  const tax = items.reduce((sum, { amount_tax }) => sum + amount_tax, cost?.amount_tax ?? 0)
  Object.assign(session, {
    amount_total: Number(session.amount_subtotal) + shipping + tax,
    total_details: { amount_discount: 0, amount_shipping: shipping, amount_tax: tax },
    automatic_tax: { enabled, liability: { type: 'self' }, provider: 'stripe', status: 'complete' },
  })
}

function taxOf(
  { amount_subtotal, tax_code }: Pick<StripeLineItem, 'amount_subtotal' | 'tax_code'>,
  { level, name, percentage }: Rate,
  state: string,
): StripeTax {
  const used = tax_code === nontaxable ? 0 : percentage
  return {
    amount: Math.round((amount_subtotal * used) / 100),
    rate: {
      id: `txr_${state}_${level}`,
      object: 'tax_rate',
      active: false,
      country: 'US',
      description: null,
      display_name: 'Sales Tax',
      effective_percentage: used,
      flat_amount: null,
      inclusive: false,
      jurisdiction: name,
      jurisdiction_level: level,
      livemode: false,
      metadata: {},
      percentage,
      rate_type: 'percentage',
      state,
      tax_type: 'sales_tax',
    },
    taxability_reason: used === 0 ? 'product_exempt' : 'standard_rated',
    taxable_amount: used === 0 ? 0 : amount_subtotal,
  }
}

/** As Stripe lists them; their taxes only where that was asked for. */
export function listedItems(items: StripeLineItem[], query: FormObject): object {
  const expanded = Object.values((query.expand ?? {}) as FormObject).includes('data.taxes')
  const data = items.map(({ taxes, tax_code: _, ...item }) => ({
    ...item,
    ...(expanded && { taxes }),
  }))
  return { object: 'list', has_more: false, data: structuredClone(data) }
}
