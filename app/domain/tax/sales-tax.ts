import { type Cents, cents, sumCents } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseScaled } from '../money/decimal.ts'

/**
 * Stripe's code for tangible goods that have no other code, which are taxed at the standard rate.
 * Source: https://docs.stripe.com/tax/tax-codes.
 */
export const tangibleGoods = 'txcd_99999999'

/** Stripe's code for what is never taxed. */
export const nontaxable = 'txcd_00000000'

export const isTaxCode = (text: string) => /^txcd_\d{8}$/.test(text)

/** What one jurisdiction charges on one line of an order, or on its shipping. */
export type LineTax = {
  /** Position of the line, from 0; null: of the shipping. */
  line: number | null
  /** Two letters; empty where it is not known. */
  state: string
  /** Stripe's: state, county, city, district. */
  level: string
  name: string
  /** Percent: `6.5`. */
  rate: string
  taxable: Cents
  tax: Cents
}

export const sumOfTaxes = (taxes: readonly LineTax[]) => sumCents(taxes.map(({ tax }) => tax))

/** What of it is of the shipping. */
export const shippingTaxOf = (taxes: readonly LineTax[]) =>
  sumOfTaxes(taxes.filter(({ line }) => line === null))

/** The sales tax of an order, as it was charged. */
export type ChargedTax = {
  amount: Cents
  /** The state it is charged for. */
  state: string | null
  /** By a test payment: a plain rate, of no place. */
  isTrial: boolean
  /** By jurisdiction; empty until the payment provider has said it. */
  parts: TaxPart[]
}
type TaxPart = { name: string; rate: string; amount: Cents }

/** What each jurisdiction charges on all lines together. */
export function partsOf(taxes: readonly LineTax[]): TaxPart[] {
  const parts = new Map<string, TaxPart>()
  for (const { level, name, rate, tax } of taxes) {
    const key = JSON.stringify([level, name, rate])
    const { amount } = parts.get(key) ?? { amount: cents(0) }
    parts.set(key, { name, rate, amount: cents(amount + tax) })
  }
  return [...parts.values()].filter(({ amount }) => amount > 0)
}

/** `Sales tax (WA)`. */
export function taxLabel({ state, isTrial }: Pick<ChargedTax, 'state' | 'isTrial'>): string {
  const label = state ? `Sales tax (${state})` : 'Sales tax'
  return isTrial ? `${label}, trial rate` : label
}

/** `Washington 6.5%, Seattle 3.85%`. */
export function howTaxed({ parts }: Pick<ChargedTax, 'parts'>): string {
  return parts.map(({ name, rate }) => `${name} ${formatPercent(rate)}`).join(', ')
}

/** `6.5000` → `6.5%`. */
export function formatPercent(rate: string): string {
  const exact = parseScaled(rate, 4)
  return exact === null ? `${rate}%` : `${formatScaled(exact, 4, 0)}%`
}

/** What test payments charge everywhere: for trying the shop, the tax of no place. Percent. */
export const trialRate = '8.25'

/**
 * The tax of a test payment: one plain rate in the states where the shop is registered, none elsewhere.
 * Rounded half up to a cent, line by line. Shipping is taxed as well, as many states tax it.
 */
export function trialTaxes(
  lineTotals: readonly Cents[],
  { state, shipping = cents(0) }: { state: string; shipping?: Cents },
  registered: readonly string[],
): LineTax[] {
  if (!registered.includes(state)) return []
  const trial = { rate: trialRate, state, name: 'Trial rate' }
  const ofShipping = shipping > 0 ? ratedTaxes([shipping], trial) : []
  return [...ratedTaxes(lineTotals, trial), ...ofShipping.map((tax) => ({ ...tax, line: null }))]
}

/** One rate in percent, with at most four decimals, on each line; rounded half up to a cent, line by line. */
export function ratedTaxes(
  lineTotals: readonly Cents[],
  { rate, state, name }: Pick<LineTax, 'rate' | 'state' | 'name'>,
): (LineTax & { line: number })[] {
  const percent = parseScaled(rate, 4) ?? 0n
  return lineTotals.map((taxable, line) => ({
    line,
    state,
    level: 'state',
    name,
    rate,
    taxable,
    tax: cents(Number(divideHalfUp(BigInt(taxable) * percent, 1_000_000n))),
  }))
}
