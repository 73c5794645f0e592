import { formatCents } from '../money/cents.ts'
import type { CheckoutEvent, Payable, PaymentEffect } from './payment-event.ts'

/**
 * What a bank debit does that its bank does not pay, days after it was placed [BANK-20]. Staff look at it. An
 * order of the web is canceled by it; one that staff made waits for another payment.
 */
export function failedDebit(order: Payable, event: CheckoutEvent): PaymentEffect {
  const what = debitRefusal(event)
  const object = event.reference ?? ''
  const hold = { kind: 'debit failed', object, step: 'opens' } as const
  if (order.staff) {
    const reason = `${what} The order waits for another payment: send a newer pay link, or ask for another way to pay.`
    const why = `${what} The order waits for another payment.`
    return { outcome: 'updated', why, changes: { hold: { ...hold, reason } } }
  }
  const reason = `${what} The order is canceled: make and send nothing. Its buyer can order again.`
  const why = `${what} The order is canceled, and nothing was charged.`
  return {
    outcome: 'applied',
    becomes: 'cancelled',
    why,
    changes: { hold: { ...hold, reason } },
  }
}

/** `The bank refused the debit of $12.50: the account is closed.` */
export function debitRefusal({ amount, detail }: Pick<CheckoutEvent, 'amount' | 'detail'>): string {
  const sum = amount === null ? 'the debit' : `the debit of ${formatCents(amount)}`
  return detail ? `The bank refused ${sum}: ${detail}.` : `The bank refused ${sum}.`
}
