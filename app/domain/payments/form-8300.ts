import { type Cents, cents, formatCents } from '../money/cents.ts'
import { type Day, formatDay } from '../time/day.ts'
import type { OfflineKind } from './offline-payment.ts'

/**
 * Anyone who receives more than $10,000 in cash in one transaction or in related ones within twelve months
 * tells the IRS by Form 8300 within 15 days. Of a cashier's check or money order, one of at most $10,000
 * counts as cash. Source: https://www.irs.gov/businesses/small-businesses-self-employed/form-8300-and-reporting-cash-payments-of-over-10000
 */
const form8300Above = cents(10_000_00)
const form8300Days = 15

/** Before cash is taken [SALE-23]. */
export const form8300Hint =
  'If you receive more than $10,000 in cash, cashier’s checks, or money orders from one customer within 12 months, you must file IRS Form 8300 within 15 days.'

export type CashPayment = { kind: OfflineKind; amount: Cents; receivedOn: string }

export function countsAsCash({ kind, amount }: Pick<CashPayment, 'kind' | 'amount'>): boolean {
  return kind === 'cash' || (kind === 'bank check' && amount <= form8300Above)
}

export type Form8300 = {
  /** In the twelve months up to the latest payment. */
  sum: Cents
  /** The day of the payment that went above, and the last day to file: `2026-03-11`. */
  on: string
  fileBy: string
}

/**
 * Where the cash of one customer last went above $10,000 within twelve months; null where it never did.
 * Whether the payments are related in the sense of the law a person decides.
 */
export function form8300(payments: readonly CashPayment[]): Form8300 | null {
  const cash = payments
    .filter(countsAsCash)
    .sort((one, other) => one.receivedOn.localeCompare(other.receivedOn))
  let last = null as Form8300 | null
  let wasAbove = false
  let sum = cents(0)
  let first = 0
  for (const { amount, receivedOn } of cash) {
    const from = yearBefore(receivedOn)
    sum = cents(sum + amount)
    for (let gone = cash[first]; gone && gone.receivedOn <= from; gone = cash[++first]) {
      sum = cents(sum - gone.amount)
    }
    const isAbove = sum > form8300Above
    if (isAbove) {
      last =
        wasAbove && last ? { ...last, sum } : { sum, on: receivedOn, fileBy: daysAfter(receivedOn) }
    }
    wasAbove = isAbove
  }
  return last
}

/**
 * The most that the cash of one customer comes to in any twelve months in which one of the payments was
 * received, where that is above $10,000; else null. A payment may be recorded after a later one.
 */
export function cashAbove(payments: readonly CashPayment[], receivedOn: Day): Cents | null {
  const cash = payments.filter(countsAsCash)
  const sums = cash
    .map((last) => ({ from: yearBefore(last.receivedOn), to: last.receivedOn }))
    .filter(({ from, to }) => from < receivedOn && receivedOn <= to)
    .map(({ from, to }) =>
      cash
        .filter((each) => each.receivedOn > from && each.receivedOn <= to)
        .reduce((sum, { amount }) => sum + amount, 0),
    )
  const most = Math.max(0, ...sums)
  return most > form8300Above ? cents(most) : null
}

/** What a payment in cash means that is about to be recorded [SALE-28]. */
export type CashReport = Pick<Form8300, 'sum' | 'fileBy'>

/** Read back before it is recorded. The buyer is still there to be asked for what the form needs. */
export function cashReportText({ sum, fileBy }: CashReport, isAddressKnown: boolean): string {
  const address = isAddressKnown
    ? 'The address is the one entered here. Compare it with the customer’s ID.'
    : 'No address is entered. Ask the buyer for it now, and enter it here or on the form.'
  return `With this payment, this customer has paid ${formatCents(sum)} in cash within 12 months. Cash over $10,000 must be reported to the IRS on Form 8300 by ${formatDay(fileBy)}, within 15 days. The form needs the payer’s name, address, and taxpayer identification number. ${address}`
}

/**
 * Filed for what went above on that day, and no further $10,000 came since. What went above in the first
 * year that is looked at may have done so before: there an earlier filing counts.
 */
export const isFiled = (
  { on, sum }: Pick<Form8300, 'on' | 'sum'>,
  filings: readonly Pick<Form8300, 'on' | 'sum'>[],
  today: string,
) =>
  filings.some(
    (filed) =>
      (filed.on === on || (filed.on < on && yearBefore(on) <= cashSince(today))) &&
      sum - filed.sum <= form8300Above,
  )

/** Days after it are looked at: a year in which cash may go above, and twelve months before each of its days. */
export const cashSince = (today: string): string => yearBefore(yearBefore(today))

const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

function daysAfter(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return new Date(at.getTime() + form8300Days * 86_400_000).toISOString().slice(0, 10)
}
