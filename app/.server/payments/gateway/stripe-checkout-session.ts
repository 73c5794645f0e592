import type Stripe from 'stripe'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { cancelPath } from '#app/domain/checkout/cancel-path.ts'
import { type Cents, cents, formatCents, sumCents, timesQuantity } from '#app/domain/money/cents.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { leastTotal } from '#app/domain/quote/quote.ts'
import { type OrderShipping, standardShipping } from '#app/domain/shipping/shipping-method.ts'
import type { PayableOrder } from './payment-gateway.ts'

/**
 * What Stripe takes in one session [https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts,
 * https://docs.stripe.com/api/checkout/sessions/create].
 */
const maxTotal = cents(99_999_999)
const maxLines = 100
const maxNameLength = 250
const maxMetadataLength = 500

/**
 * Stripe keeps a page open for no less than 30 minutes from the moment it makes it. One more minute
 * lets a slow call or a clock that is off by seconds still be taken.
 */
const openForMs = 31 * 60 * 1000

/** Why Stripe could not take this sum, said before it is asked; null where it can. */
export function refusedByStripe(total: Cents, lines: number): string | null {
  if (total > maxTotal) {
    return `A card payment can’t be more than ${formatCents(maxTotal)}. Please place smaller orders, or write to us.`
  }
  if (total < leastTotal) return `A card payment must be at least ${formatCents(leastTotal)}.`
  if (lines > maxLines) {
    return `A card payment can’t have more than ${maxLines} lines. Please place smaller orders.`
  }
  return null
}

/**
 * The session of an order, from what is stored alone. Everything in it follows from the order, the end
 * too: the same order asks with the same parameters again, or Stripe refuses its idempotency key.
 */
export function sessionOf(
  order: PayableOrder,
  publicUrl: string,
  customer: string | null = null,
): Stripe.Checkout.SessionCreateParams {
  const shipping = order.shipping ?? standardShipping
  const isPickup = shipping.method === 'pickup'
  const sum = order.part ? order.total : sumCents([...order.lines.map(dueOfLine), shipping.rate])
  if (sum !== order.total) throw new RangeError(`The lines of ${order.number} are not its total`)
  const metadata = {
    order_id: fitting(order.id, maxMetadataLength),
    order_number: fitting(order.number, maxMetadataLength),
  }
  return {
    mode: 'payment',
    line_items: order.part
      ? [itemOfPart(order.part, order)]
      : order.lines.map((line, position) => itemOf(line, position, order)),
    // An address that is given here cannot be changed on the page.
    ...(customer === null ? order.email && { customer_email: order.email } : { customer }),
    // Stripe taxes a known customer by the address that is saved with it: the one entered on the page.
    ...(customer !== null &&
      order.withTax && { customer_update: isPickup ? { address: 'auto' } : { shipping: 'auto' } }),
    client_reference_id: order.id,
    metadata,
    // Charges and their refunds carry what the payment carries.
    payment_intent_data: { description: `Order ${order.number}`, metadata },
    // Sales tax goes by this address. Of what is picked up none is asked for: Stripe Tax then uses the billing
    // address [https://docs.stripe.com/tax/checkout].
    ...(!isPickup && {
      shipping_address_collection: { allowed_countries: [countryOf(shipping)] },
    }),
    // Carriers and customs of other countries ask for a number.
    ...(shipping.method === 'international' && { phone_number_collection: { enabled: true } }),
    ...(!order.part && rateOf(shipping)),
    billing_address_collection: 'auto',
    automatic_tax: { enabled: order.withTax && !order.part },
    // What the account's own settings would otherwise decide: nothing but the total of the order and
    // its tax is charged, in US dollars for everybody, and by no other way than the one chosen.
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: false,
    ...waysAtStripe[order.payBy],
    // Gold that was sent does not come back: where a card can be authenticated, it is, and a
    // dispute for fraud is then the bank's loss. Below a total of the shop's choice Stripe decides.
    ...(order.payBy === 'card' && {
      payment_method_options: { card: { request_three_d_secure: order.threeDSecure } },
    }),
    success_url: `${publicUrl}/order/${order.token}`,
    cancel_url: `${publicUrl}${order.leaveTo ?? cancelPath(order.buyNowOf)}`,
    expires_at: Math.ceil((order.createdAt.getTime() + openForMs) / 1000),
  }
}

type Way = Pick<
  Stripe.Checkout.SessionCreateParams,
  'allowed_payment_method_types' | 'payment_method_options'
>
const waysAtStripe: Record<PayBy, Way> = {
  // The order says how a card is authenticated.
  card: { allowed_payment_method_types: ['card'] },
  debit: {
    allowed_payment_method_types: ['us_bank_account'],
    // Test deposits of a few cents take days to read off, and the price would wait that long.
    payment_method_options: { us_bank_account: { verification_method: 'instant' } },
  },
  // https://docs.stripe.com/payments/bank-transfers/accept-a-payment
  wire: {
    allowed_payment_method_types: ['customer_balance'],
    payment_method_options: {
      customer_balance: {
        funding_type: 'bank_transfer',
        bank_transfer: { type: 'us_bank_transfer' },
      },
    },
  },
}

type Collection = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection
/** Countries that Stripe does not take are not among those the shop may ship to. */
const countryOf = ({ country }: OrderShipping) => country as Collection['allowed_countries'][number]

/** What buyers read beside the rate on Stripe's page. */
const rateNames = {
  standard: 'Standard shipping',
  express: 'Express shipping',
  international: 'International shipping',
} as const

/**
 * Stripe's code for what is charged for shipping, which many states tax.
 * Source: https://docs.stripe.com/tax/tax-codes.
 */
const shippingTaxCode = 'txcd_92010001'

/** Nothing for what is free, as it always was, and for pickup, which ships nothing. */
function rateOf({
  method,
  rate,
}: OrderShipping): Pick<Stripe.Checkout.SessionCreateParams, 'shipping_options'> {
  if (method === 'pickup' || (method === 'standard' && rate === 0)) return {}
  return {
    shipping_options: [
      {
        shipping_rate_data: {
          type: 'fixed_amount',
          display_name: rateNames[method],
          fixed_amount: { amount: rate, currency: 'usd' },
          // Tax comes on top of the rate, as it does of a price.
          tax_behavior: 'exclusive',
          tax_code: shippingTaxCode,
        },
      },
    ],
  }
}

/** The customer for one order paid by wire, with an account number that no other order has. */
export function customerOf(order: PayableOrder): Stripe.CustomerCreateParams {
  return {
    description: `Order ${fitting(order.number, maxMetadataLength)}`,
    ...(order.email && { email: order.email }),
    metadata: { order_id: fitting(order.id, maxMetadataLength) },
  }
}

function dueOfLine({ unitPrice, quantity, discount }: PayableOrder['lines'][number]): Cents {
  return cents(timesQuantity(unitPrice, quantity) - discount)
}

/**
 * A line less its discount is one item: a discount in whole cents cannot always be divided by the
 * quantity. So Stripe adds up to the order's total exactly, without a coupon.
 */
function itemOf(
  line: PayableOrder['lines'][number],
  position: number,
  { currency }: PayableOrder,
): Stripe.Checkout.SessionCreateParams.LineItem {
  const asOne = line.discount > 0
  const quantity = asOne ? 1 : line.quantity
  const pieces = asOne && line.quantity > 1 ? `${line.quantity} × ` : ''
  return {
    // This is the key by which its tax is read back.
    metadata: { line: String(position) },
    price_data: {
      currency,
      // Tax comes on top of a price, and is never taken out of it.
      tax_behavior: 'exclusive',
      unit_amount: asOne ? dueOfLine(line) : line.unitPrice,
      product_data: {
        name: nameOf(line, pieces),
        ...describedBy(line),
        ...(line.taxCode === null ? {} : { tax_code: line.taxCode }),
      },
    },
    quantity,
  }
}

/** What was chosen and what is engraved, under the name [ENGRAVE-06, OPTION-06]. */
function describedBy({ options = [], engraving }: PayableOrder['lines'][number]) {
  const parts = [...options.map(optionText), ...(engraving ? [`Engraved: ${engraving}`] : [])]
  return parts.length > 0 && { description: parts.join('; ') }
}

/** A deposit, or what is left to be paid. */
function itemOfPart(
  { name, amount }: NonNullable<PayableOrder['part']>,
  { currency }: PayableOrder,
): Stripe.Checkout.SessionCreateParams.LineItem {
  const product_data = { name: fitting(name, maxNameLength) }
  return {
    price_data: { currency, tax_behavior: 'exclusive', unit_amount: amount, product_data },
    quantity: 1,
  }
}

/** A long name is cut, and never what was bought of it: size and grams. */
function nameOf({ name, size, grams }: PayableOrder['lines'][number], pieces: string): string {
  const variant = `, ${fitting(size, maxNameLength / 2)}, ${grams} g`
  return pieces + fitting(name, maxNameLength - variant.length - pieces.length) + variant
}

/** Counted as JavaScript does, two for a rare letter, which is never less than Stripe counts. */
function fitting(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
