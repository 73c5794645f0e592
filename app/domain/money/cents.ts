import { formatScaled, parseExact, toSafeInteger } from './decimal.ts'

/** US dollars in whole cents: `211372` is $2,113.72. */
export type Cents = number & { readonly unit: 'cents' }

/** For numbers known to be whole cents: from the database, from a sum. Throws on anything else. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of cents`)
  return value as Cents
}

/**
 * Dollars as entered or stored (`750`, `750.00`, `2113.72`) to cents. Null where it is no plain
 * decimal or names a fraction of a cent, which is never rounded away in silence.
 */
export function parseDollars(text: string): Cents | null {
  const exact = parseExact(text, 2)
  return exact === null ? null : (toSafeInteger(exact) as Cents | null)
}

/**
 * A sum as staff type it: `1000`, `1,000.50`, `$25`. Null for anything else: a comma is before three
 * digits alone, so that `12,5` is not read as 125, nor `12 50` as 1250 [REFUND-10].
 */
export function parseDollarInput(text: string): Cents | null {
  const input = text.trim()
  if (!/^-?(\$\s*)?-?([1-9]\d{0,2}(,\d{3})+|\d*)(\.\d*)?$/.test(input)) return null
  return parseDollars(input.replace(/[$,\s]/g, ''))
}

/** `211372` → `2113.72`: the form of money in data, answers and structured data. */
export function centsToDecimal(value: Cents): string {
  return formatScaled(value, 2)
}

/** `211372` → `$2,113.72`: the form of money on every screen [D43]. */
export function formatCents(value: Cents): string {
  return withDollarSign(centsToDecimal(value))
}

/** Puts the dollar sign and the thousands commas to a decimal: `-2886.32` → `-$2,886.32`. */
export function withDollarSign(decimal: string): string {
  const negative = decimal.startsWith('-')
  const [whole = '0', fraction] = (negative ? decimal.slice(1) : decimal).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return `${negative ? '-' : ''}$${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}

/** Adds up to the cent; throws rather than lose one. */
export function sumCents(values: Iterable<Cents>): Cents {
  let total = 0
  for (const value of values) total = cents(total + value)
  return cents(total)
}

export function timesQuantity(value: Cents, quantity: number): Cents {
  if (!Number.isInteger(quantity)) throw new RangeError(`${quantity} is not a whole quantity`)
  return cents(value * quantity)
}

/**
 * The `amount` of a checkout, a JSON number in dollars with at most two decimals [PAY-08], as
 * cents. Null for anything else: text, nothing, zero, below zero, not finite, fractions of a cent
 * [PAY-16]. It reads the shortest decimal that names the number, so 2113.72 is exactly 211372.
 */
export function parseAmount(value: unknown): Cents | null {
  if (typeof value !== 'number' || !/^\d+(\.\d{1,2})?$/.test(String(value))) return null
  const amount = parseDollars(String(value))
  return amount !== null && amount > 0 ? amount : null
}
