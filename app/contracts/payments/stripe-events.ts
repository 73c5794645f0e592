/** What the webhook in Stripe's dashboard is to send; docs/payments.md names the same [SETUP-10]. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'review.opened',
  'review.closed',
] as const

/** And for the lower price by bank. */
export const bankWebhookEvents = [
  'payment_intent.requires_action',
  'customer_cash_balance_transaction.created',
] as const
