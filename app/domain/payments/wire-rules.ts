import type { PayBy } from '../pricing/bank-discount.ts'
import { isBankHoliday, isWeekend } from '../time/business-days.ts'
import { type Day, dayAt, plusDays } from '../time/day.ts'
import { instantOf } from '../time/local-time.ts'

/** How many bank days a wire may take: an owner's choice within these. */
export const wireBankDays = { least: 1, most: 5, usual: 2 } as const

/** Where the Federal Reserve moves wires, by its clock. */
const bankTimeZone = 'America/New_York'

/** Whether Fedwire is open: Monday to Friday, no holiday of the Federal Reserve. */
export const isBankDay = (day: Day) => !isWeekend(day) && !isBankHoliday(day)

/**
 * Until when a wire may arrive at its price: the end, in New York, of the bank day so many after the day
 * of the order, which itself does not count [WIRE-02].
 */
export function wireDueBy(placedAt: Date, bankDays: number): Date {
  return instantOf(`${plusDays(plusBankDays(placedAt, bankDays), 1)}T00:00`, bankTimeZone)
}

/** A bank debit settles within four bank days. Source: https://docs.stripe.com/payments/ach-direct-debit */
export const debitDueBy = (begunAt: Date): Day => plusBankDays(begunAt, 4)

/**
 * The day, on the shop's clock, by which the money of an order is expected that its bank sends: of a debit on its
 * way within its bank days, of a wire its deadline. Null for an order that waits for no bank. What is promised of
 * the order's arrival counts from then [BANK-24].
 */
export function bankMoneyBy(
  order: { payBy: PayBy; paymentProcessingAt: Date | null; expiresAt: Date },
  timeZone: string,
): Day | null {
  if (order.payBy === 'debit') {
    return order.paymentProcessingAt && debitDueBy(order.paymentProcessingAt)
  }
  // A deadline is the end of a day in New York; it may arrive until just before.
  return order.payBy === 'wire' ? dayAt(new Date(order.expiresAt.getTime() - 1), timeZone) : null
}

function plusBankDays(from: Date, bankDays: number): Day {
  let [day, left] = [dayAt(from, bankTimeZone), bankDays]
  while (left > 0) {
    day = plusDays(day, 1)
    if (isBankDay(day)) left -= 1
  }
  return day
}

/**
 * Whether a wire came after the deadline of an order that is still to be paid: by the time that its provider names,
 * or else now [WIRE-05].
 */
export function isLateWire(
  { state, wireDueBy: deadline }: { state: string; wireDueBy: Date | null },
  { type, occurredAt }: { type: string; occurredAt?: Date },
  now: Date,
): boolean {
  if (state !== 'pending' || deadline === null || type !== 'transferred') return false
  return (occurredAt ?? now) >= deadline
}

/**
 * What happens to a wire, in the words of the cart, the order page and the emails [BANK-04]. `until`: left
 * out where the time is shown above.
 */
export const wireRules = (until = 'then') =>
  `Your price is locked until ${until}, even if gold moves. You can send more than one wire; the full amount must arrive by then. We review anything extra or late, and refund what you don’t owe.`
