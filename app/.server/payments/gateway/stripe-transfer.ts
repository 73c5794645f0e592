import { z } from 'zod'
import { cents } from '#app/domain/money/cents.ts'
import type { CheckoutEventType } from '#app/domain/payments/payment-event.ts'
import type { CheckoutSessionEvent, PaymentEvent } from './payment-event.ts'

/**
 * Wires and bank debits, as Stripe reports them. Each wire that reaches the account number of a
 * customer is a separate cash balance transaction, whatever Stripe then does with it: that is what
 * is counted [https://docs.stripe.com/payments/customer-balance/reconciliation].
 */
const transaction = z.object({
  id: z.string(),
  type: z.string(),
  customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
  currency: z.string(),
  net_amount: z.int(),
  created: z.int(),
  livemode: z.boolean(),
  refunded_from_payment: z
    .object({
      refund: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
    })
    .nullish(),
})

const instructions = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  next_action: z.object({
    type: z.literal('display_bank_transfer_instructions'),
    display_bank_transfer_instructions: z.object({ hosted_instructions_url: z.url() }),
  }),
})

export const bankEventTypes = [
  'customer_cash_balance_transaction.created',
  'payment_intent.requires_action',
]

type BankEvent = {
  id: string
  type: string
  created: number
  livemode: boolean
  data: { object?: unknown }
}

export function readBankEvent<Event extends BankEvent>(
  event: Event,
  payloadOf: (event: Event, object: object) => Record<string, unknown>,
): PaymentEvent | null {
  const { object } = event.data
  switch (event.type) {
    case 'customer_cash_balance_transaction.created':
      return readTransfer(object)
    case 'payment_intent.requires_action': {
      // For a card, it is the bank's check of its holder, which is not kept.
      const found = instructions.safeParse(object)
      if (!found.success || !found.data.metadata?.order_id) return null
      const { id, metadata } = found.data
      return {
        ...nothingElse,
        id: event.id,
        provider: 'stripe',
        livemode: event.livemode,
        type: 'processing',
        about: { orderId: metadata.order_id ?? '' },
        amount: null,
        currency: null,
        reference: id,
        ...instructionsOf({ payment_intent: object }),
        occurredAt: new Date(event.created * 1000),
        payload: payloadOf(event, { id }),
      }
    }
    default:
      return null
  }
}

const nothingElse = { email: null, address: null }

/**
 * What moves money between buyer and shop, or between the buyer's bank and the cash balance Stripe keeps
 * for them. Any other kind moves it within Stripe [https://docs.stripe.com/payments/customer-balance#types].
 */
const types: Record<string, CheckoutEventType> = {
  funded: 'transferred',
  funding_reversed: 'transfer returned',
  refunded_from_payment: 'refund kept',
  return_initiated: 'balance sent back',
  return_canceled: 'sending back failed',
}

/** Reported by webhook or found by asking, it has one id, and so is applied once. */
export function readTransfer(json: unknown): CheckoutSessionEvent | null {
  const { refunded_from_payment: refunded, ...kept } = transaction.parse(json)
  const { id, type, customer, currency, net_amount, created, livemode } = kept
  const means = types[type]
  if (!means) return null
  return {
    ...nothingElse,
    id: `transfer:${id}`,
    provider: 'stripe',
    livemode,
    type: means,
    about: { customer },
    amount: cents(Math.abs(net_amount)),
    currency,
    reference: id,
    ...(refunded ? { object: refunded.refund } : {}),
    occurredAt: new Date(created * 1000),
    payload: { transaction: kept },
  }
}

/** Where the payment of a session waits for a wire: the page that says how to send it. */
export function instructionsOf(json: unknown): { instructions?: string } {
  const found = z.object({ payment_intent: instructions }).safeParse(json)
  if (!found.success) return {}
  const { hosted_instructions_url: url } =
    found.data.payment_intent.next_action.display_bank_transfer_instructions
  return url.startsWith('https://') ? { instructions: url } : {}
}

/**
 * A debit that the bank took back is reported as a dispute that is lost from its beginning: these
 * reasons are of debits alone [https://docs.stripe.com/disputes/categories,
 * https://docs.stripe.com/payments/ach-direct-debit#disputed-payments].
 */
const returnReasons = [
  'bank_cannot_process',
  'debit_not_authorized',
  'incorrect_account_details',
  'insufficient_funds',
]

export function isReturnedDebit({ reason }: { reason?: string | null | undefined }): boolean {
  return returnReasons.includes(reason ?? '')
}
