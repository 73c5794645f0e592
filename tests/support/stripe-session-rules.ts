import { shippingCostOf } from './stripe-tax.ts'
import type { FormObject, ParamError } from './stripe-types.ts'
import type { Wires } from './stripe-wires.ts'

/** What the types cannot say. */
export function wrongSession(
  store: { now: () => Date; wires: Pick<Wires, 'customers'> },
  params: FormObject,
): ParamError | null {
  const wrong = (param: string, message: string, code = 'parameter_invalid') => ({
    code,
    param,
    message,
  })
  const items = Object.values((params.line_items ?? {}) as FormObject) as FormObject[]
  if (params.mode !== 'payment') return wrong('mode', 'This stand-in takes payments only.')
  if (items.length === 0)
    return wrong('line_items', 'Line items are required.', 'parameter_missing')
  if (items.length > 100) return wrong('line_items', 'Up to 100 line items can be given.')
  for (const [index, item] of items.entries()) {
    const at = `line_items[${index}]`
    const data = item.price_data as FormObject | undefined
    if (!data || item.price) return wrong(at, 'Give price or price_data, and one of them.')
    if (data.currency !== 'usd') return wrong(`${at}[price_data][currency]`, 'Invalid currency.')
    if (!data.product_data === !data.product) return wrong(at, 'Give product or product_data.')
    if (data.unit_amount === undefined || Number(data.unit_amount) < 0) {
      return wrong(`${at}[price_data][unit_amount]`, 'Invalid non-negative integer.')
    }
    const { name, tax_code } = (data.product_data ?? {}) as FormObject
    if (tax_code !== undefined && !/^txcd_\d{8}$/.test(String(tax_code))) {
      return wrong(`${at}[price_data][product_data][tax_code]`, `No such tax code: ${tax_code}`)
    }
    if (String(name).length > 250)
      return wrong(`${at}[price_data][product_data][name]`, 'Too long.')
    if (!/^[1-9]\d{0,5}$/.test(String(item.quantity))) return wrong(`${at}[quantity]`, 'Invalid.')
  }
  const ways = Object.values((params.allowed_payment_method_types ?? {}) as FormObject)
  if (ways.includes('customer_balance') && !store.wires.customers.has(String(params.customer))) {
    return wrong('customer', 'A customer is required for customer_balance.', 'parameter_missing')
  }
  // Source: https://docs.stripe.com/tax/checkout, existing customers.
  const isTaxed = (params.automatic_tax as FormObject | undefined)?.enabled === 'true'
  const { shipping, address } = (params.customer_update ?? {}) as FormObject
  if (params.customer_update && !params.customer) {
    return wrong('customer_update', '`customer_update` can only be used with `customer`.')
  }
  if (isTaxed && params.customer && shipping !== 'auto' && address !== 'auto') {
    const message =
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Set `customer_update[address]` or `customer_update[shipping]` to `auto` to save the address entered in Checkout to the Customer.'
    return wrong('customer', message, 'customer_tax_location_invalid')
  }
  const options = Object.values((params.shipping_options ?? {}) as FormObject) as FormObject[]
  if (options.length > 5) return wrong('shipping_options', 'Up to 5 can be given.')
  const rates = options.map(({ shipping_rate_data }) => shipping_rate_data as FormObject)
  for (const { display_name, fixed_amount } of rates) {
    if (String(display_name).length > 100) return wrong('shipping_options', 'Too long.')
    const { amount, currency } = (fixed_amount ?? {}) as FormObject
    if (!(Number(amount) >= 0) || currency !== 'usd') return wrong('shipping_options', 'Invalid.')
  }
  const cost = shippingCostOf(params.shipping_options as FormObject | undefined)
  const total = totalOf(params.line_items as FormObject) + (cost?.amount_subtotal ?? 0)
  if (total < 50)
    return wrong('line_items', 'The total must be at least $0.50.', 'amount_too_small')
  if (total > 99_999_999) {
    return wrong('line_items', 'The total must be no more than $999,999.99.', 'amount_too_large')
  }
  for (const name of ['success_url', 'cancel_url']) {
    const url = String(params[name] ?? '')
    if (!URL.canParse(url)) return wrong(name, 'Not a valid URL.', 'url_invalid')
  }
  if (String(params.client_reference_id ?? '').length > 200) {
    return wrong('client_reference_id', 'At most 200 characters.')
  }
  const seconds = Number(params.expires_at ?? Number.NaN) - store.now().getTime() / 1000
  if (params.expires_at !== undefined && (seconds < 30 * 60 || seconds > 86_400)) {
    const message =
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.'
    return wrong('expires_at', message)
  }
  return null
}

export function totalOf(items: FormObject): number {
  return Object.values(items).reduce((sum, item) => {
    const { price_data, quantity } = item as FormObject
    return sum + Number((price_data as FormObject).unit_amount) * Number(quantity)
  }, 0)
}
