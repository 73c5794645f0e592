import { type Cents, formatCents } from '../money/cents.ts'
import type { CheckoutEvent, Payable, PaymentEffect } from './payment-event.ts'

/**
 * What a bank debit does that its bank does not pay, days after it was placed [BANK-20]. Staff look at it. An
 * order of the web is canceled by it; one that staff made waits for another payment while its price is held, and
 * expires after that [BANK-21].
 */
export function failedDebit(order: Payable, event: CheckoutEvent): PaymentEffect {
  const what = debitRefusal(event)
  const object = event.reference ?? ''
  const hold = { kind: 'debit failed', object, step: 'opens' } as const
  if (order.staff && !order.staff.isPriceHeld) {
    const reason = `${what} ${priceHoldEnded}`
    const why = `${what} The price hold had ended. Nothing was charged.`
    const changes = { hold: { ...hold, reason } }
    // On hold, staff decide about it.
    if (order.onHold) return { outcome: 'updated', why, changes }
    return { outcome: 'applied', becomes: 'expired', why, changes }
  }
  if (order.staff) {
    const reason = `${what} ${waitsForPayment}`
    const why = `${what} The order is waiting for another payment.`
    return { outcome: 'updated', why, changes: { hold: { ...hold, reason } } }
  }
  const reason = `${what} The order is canceled, so don’t make or ship anything. The buyer can order again.`
  const why = `${what} The order is canceled, and nothing was charged.`
  return {
    outcome: 'applied',
    becomes: 'cancelled',
    why,
    changes: { hold: { ...hold, reason } },
  }
}

const waitsForPayment =
  'The order is waiting for another payment. Send a new payment link, or ask the buyer to pay another way.'

/** As holds before 2026-11-26 have it. */
const waitedForPayment =
  'The order is waiting for another payment. Send a newer payment link, or ask the buyer to pay another way.'

const priceHoldEnded =
  'The price hold has ended, so don’t make or ship anything. Create a new order at today’s price if the buyer still wants it.'

/** Why staff look at a refused debit, once its order has expired. */
export const reasonOnceExpired = (reason: string) =>
  reason.replace(waitsForPayment, priceHoldEnded).replace(waitedForPayment, priceHoldEnded)

/**
 * Whether another payment at the price of a draft order may be requested: its price is held until a day, but not
 * once its gold price was withdrawn; and once something is paid, until the rest is [BANK-25].
 */
export const isPriceHeld = (
  { expiresAt, received, isWithdrawn }: { expiresAt: Date; received: Cents; isWithdrawn: boolean },
  now: Date,
) => received > 0 || (!isWithdrawn && expiresAt > now)

/** `The bank refused the debit of $12.50: the account is closed.` */
export function debitRefusal({ amount, detail }: Pick<CheckoutEvent, 'amount' | 'detail'>): string {
  const sum = amount === null ? 'the debit' : `the debit of ${formatCents(amount)}`
  return detail ? `The bank declined ${sum}: ${detail}.` : `The bank declined ${sum}.`
}
