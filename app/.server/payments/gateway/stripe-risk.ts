import { z } from 'zod'
import { cents } from '#app/domain/money/cents.ts'
import type { RiskType } from '#app/domain/payments/dispute.ts'
import { isReturnedDebit } from './stripe-transfer.ts'

/**
 * Disputes, early fraud warnings and reviews of Radar, put into the shop's names. What is read is named
 * here [https://docs.stripe.com/api/disputes/object, /radar/early_fraud_warnings, /radar/reviews].
 */

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const ofPayment = { id: z.string(), charge: idOf.nullish(), payment_intent: idOf.nullish() }

const dispute = z.object({
  ...ofPayment,
  amount: z.int().min(0).transform(cents),
  currency: z.string(),
  status: z.string().nullish(),
  reason: z.string().nullish(),
  /** Until when the evidence must be there, in seconds; null where the bank takes none. */
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish().catch(null),
})
const warning = z.object({ ...ofPayment, fraud_type: z.string().nullish() })
const review = z.object({
  ...ofPayment,
  reason: z.string().nullish(),
  closed_reason: z.string().nullish(),
})
type Dispute = z.output<typeof dispute>

/** `warning_…`: the bank asks, and has taken no money. */
const isInquiry = ({ status }: Dispute) => status?.startsWith('warning') ?? false

const endOf = (object: Dispute): RiskType =>
  isInquiry(object) ? 'inquiry closed' : object.status === 'lost' ? 'dispute lost' : 'dispute won'

const disputeTypes: Record<string, (object: Dispute) => RiskType> = {
  'charge.dispute.created': (object) => (isInquiry(object) ? 'inquiry open' : 'dispute open'),
  'charge.dispute.updated': () => 'dispute updated',
  'charge.dispute.closed': endOf,
  'charge.dispute.funds_withdrawn': () => 'funds withdrawn',
  'charge.dispute.funds_reinstated': () => 'funds reinstated',
}

export const riskEventTypes = [
  ...Object.keys(disputeTypes),
  'radar.early_fraud_warning.created',
  'review.opened',
  'review.closed',
]

/** A debit that its bank took back comes as a dispute that nobody can answer [BANK-07]. */
const returnedBy = (type: string): 'debit returned' | 'dispute updated' =>
  /(created|closed|funds_withdrawn)$/.test(type) ? 'debit returned' : 'dispute updated'

/** What is kept of the object, and what it says; null where the event is of another kind. */
export function readRisk(type: string, object: unknown) {
  const typeOf = disputeTypes[type]
  if (typeOf) {
    const read = dispute.parse(object)
    const risk = isReturnedDebit(read) ? returnedBy(type) : typeOf(read)
    const detail = risk === 'dispute updated' ? read.status : read.reason
    return { ...read, type: risk, detail: words(detail), kept: read }
  }
  const none = { amount: null, currency: null }
  if (type === 'radar.early_fraud_warning.created') {
    const read = warning.parse(object)
    return {
      ...read,
      ...none,
      type: 'fraud warning',
      detail: words(read.fraud_type),
      kept: read,
    } as const
  }
  if (type === 'review.opened' || type === 'review.closed') {
    const read = review.parse(object)
    const closed = type === 'review.closed'
    return {
      ...read,
      ...none,
      type: closed ? 'review closed' : 'review opened',
      detail: words(closed ? (read.closed_reason ?? read.reason) : read.reason),
      kept: read,
    } as const
  }
  return null
}

/** `refunded_as_fraud` as people read it. */
const words = (name: string | null | undefined) => name?.replaceAll('_', ' ') ?? null
