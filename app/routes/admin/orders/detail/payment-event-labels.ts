import type { OrderPaymentEvent } from '#app/.server/orders/queries/order-payment-events.ts'
import type { CheckoutEventType } from '#app/domain/payments/payment-event.ts'
import type { RefundOrDisputeType } from '#app/domain/payments/refund-or-dispute.ts'

const typeLabels = {
  paid: 'Payment received',
  declined: 'Card declined',
  expired: 'Checkout expired',
  cancelled: 'Checkout canceled',
  processing: 'Payment pending',
  failed: 'Payment failed',
  transferred: 'Wire received',
  'transfer returned': 'Wire reversed by its bank',
  'refund kept': 'Refund kept on the buyer’s cash balance',
  'balance sent back': 'Cash balance sent back to the buyer’s bank',
  'sending back failed': 'Sending back to the buyer’s bank failed',
  refunded: 'Refund issued',
  'refund pending': 'Refund pending',
  'refund succeeded': 'Refund issued',
  'refund failed': 'Refund failed',
  'dispute open': 'Dispute opened',
  'dispute updated': 'Dispute updated',
  'dispute won': 'Dispute won',
  'dispute lost': 'Dispute lost',
  'inquiry open': 'The bank asked about the payment',
  'inquiry closed': 'The bank’s inquiry was closed',
  'funds withdrawn': 'Money withdrawn by the bank',
  'funds reinstated': 'Money returned by the bank',
  'fraud warning': 'Fraud warning from the card’s bank',
  'review opened': 'Review opened at the provider',
  'review closed': 'Review closed at the provider',
  'debit returned': 'Bank debit reversed by its bank',
} as const satisfies Record<CheckoutEventType | RefundOrDisputeType, string>

const outcomeLabels: Readonly<Record<string, string>> = {
  applied: 'order updated',
  updated: 'added to the order',
  ignored: 'nothing changed',
  'on hold': 'needs review',
  deferred: 'waiting for its payment',
}

/** What the provider reported, and what it led to. */
export function paymentEventLabel({ type, outcome }: Pick<OrderPaymentEvent, 'type' | 'outcome'>) {
  const what = Object.hasOwn(typeLabels, type) ? typeLabels[type as keyof typeof typeLabels] : type
  // Reported twice, or found by asking, it is one payment.
  const led =
    type === 'paid' && outcome === 'ignored'
      ? 'already counted, nothing changed'
      : (outcomeLabels[outcome] ?? outcome)
  return `${what}: ${led}`
}
