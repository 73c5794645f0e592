import { canTransition } from '../orders/order-state.ts'
import type { HoldChange } from '../risk/hold.ts'
import {
  type DisputeStatus,
  type OrderPayment,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'

/**
 * What banks and the provider's own risk rules report of a payment. An inquiry is a dispute that has
 * taken no money (yet). `funds withdrawn`, `funds reinstated`: the money itself moved.
 */
export const riskTypes = [
  'dispute open',
  'dispute updated',
  'dispute won',
  'dispute lost',
  'inquiry open',
  'inquiry closed',
  'funds withdrawn',
  'funds reinstated',
  'fraud warning',
  'review opened',
  'review closed',
] as const
export type RiskType = (typeof riskTypes)[number]

export type RiskEvent = {
  type: RiskType
  /** In words of the provider: why it is disputed, what a dispute became, how a review was closed. */
  detail?: string | null
  /** The provider's id of the dispute, warning or review. */
  object?: string | undefined
  reference: string
  occurredAt: Date
} & Parameters<typeof paidSum>[0]

const disputed = { kind: 'dispute', step: 'opens' } as const

type Rule = {
  says: (event: RiskEvent) => string
  /** What the order's dispute is from then on. */
  status?: DisputeStatus
  hold: Pick<HoldChange, 'kind' | 'step'>
  /** What staff do about it: where the parcel is still here, and where it is not. */
  todo: [toBeSent: string, sent: string]
  /** Of a payment the order was not paid by, it is no worry. */
  harmless?: true
}

const wait: Rule['todo'] = [
  'Wait until the dispute is decided before you ship anything.',
  'Respond to it through the payment provider before its deadline.',
]
const freed: Rule['todo'] = ['Release the order to ship it.', '']

/** Sentences of `says` are in the history; with what to do they are the words of the hold. */
const rules: Record<RiskType, Rule> = {
  'dispute open': {
    says: (event) => `The buyer’s bank is disputing ${sumOf(event)}.`,
    status: 'open',
    hold: disputed,
    todo: wait,
  },
  'inquiry open': {
    says: (event) =>
      `The buyer’s bank is asking about ${sumOf(event)}. No money has been taken back so far.`,
    status: 'open',
    hold: disputed,
    todo: wait,
  },
  'dispute updated': {
    says: ({ detail, reference }) =>
      `The dispute (${reference}) was updated: ${detail || 'the provider gave no details'}.`,
    hold: disputed,
    todo: wait,
    harmless: true,
  },
  'funds withdrawn': {
    says: (event) => `The provider took back ${sumOf(event)} for a dispute.`,
    hold: disputed,
    todo: wait,
  },
  'funds reinstated': {
    says: (event) => `The provider returned the disputed money, ${sumOf(event)}.`,
    hold: disputed,
    todo: wait,
    harmless: true,
  },
  'dispute won': {
    says: (event) => `We won a dispute over ${sumOf(event)}.`,
    status: 'won',
    hold: { kind: 'dispute', step: 'ends well' },
    todo: freed,
    harmless: true,
  },
  'inquiry closed': {
    says: (event) => `The bank closed its inquiry about ${sumOf(event)} without a dispute.`,
    status: 'won',
    hold: { kind: 'dispute', step: 'ends well' },
    todo: freed,
    harmless: true,
  },
  'dispute lost': {
    says: (event) => `We lost a dispute over ${sumOf(event)}.`,
    status: 'lost',
    hold: { kind: 'dispute', step: 'ends badly' },
    todo: [
      'The money was returned to the buyer. Review the order first, then decide whether anything ships.',
      'The money was returned to the buyer after the order shipped. Note what you decide.',
    ],
  },
  'fraud warning': {
    says: (event) => `The card’s bank warns of fraud (${facts(event)}).`,
    hold: { kind: 'fraud warning', step: 'opens' },
    todo: [
      'A dispute often follows. Contact the buyer using contact information you found yourself, or refund the order. Don’t ship it before then.',
      'A dispute often follows. Keep your proof of delivery.',
    ],
  },
  'review opened': {
    says: (event) => `Stripe wants this payment reviewed (${facts(event)}).`,
    hold: { kind: 'review', step: 'opens' },
    todo: ['Finish the review in the Stripe dashboard before you ship anything.', ''],
  },
  'review closed': {
    says: (event) => `Stripe’s review was closed (${facts(event)}).`,
    hold: { kind: 'review', step: 'ends well' },
    todo: ['Check how it ended before you release the order to ship.', ''],
    harmless: true,
  },
}

export function isRisk(type: string): type is RiskType {
  return (riskTypes as readonly string[]).includes(type)
}

/**
 * What a dispute, a warning or a review does to an order: the order waits for a person to release it, by
 * name and reason [DISPUTE-01, DISPUTE-02].
 */
export function riskEffect(
  order: OrderPayment,
  event: RiskEvent,
  isItsPayment: boolean,
): PaymentEffect {
  const { status, harmless, hold, says, todo } = rules[event.type]
  const why = says(event)
  // Money of another payment is unexplained; a person must look, unless it came back.
  if (!isItsPayment) {
    return harmless ? { outcome: 'updated', why, changes: {} } : { outcome: 'on hold', why }
  }
  if (
    status &&
    order.disputeOccurredAt &&
    isOlder(event.occurredAt, status, order.disputeOccurredAt)
  ) {
    return { outcome: 'ignored', why: `${why} A later update was already recorded.` }
  }
  const advice = canTransition(order.state, 'fulfilled') ? todo[0] : todo[1]
  return {
    outcome: 'updated',
    why,
    changes: {
      ...(status && { dispute: { status, occurredAt: event.occurredAt } }),
      hold: {
        ...hold,
        object: event.object ?? event.reference,
        reason: `${why} ${advice}`.trim(),
      },
    },
  }
}

/** `$2,113.72 USD (fraudulent, pi_1)` */
function sumOf(event: RiskEvent): string {
  return `${paidSum(event)} (${facts(event)})`
}

const facts = ({ detail, reference }: RiskEvent) => [detail, reference].filter(Boolean).join(', ')

/** Of two events of one second, the end of a dispute is the later one. */
function isOlder(occurredAt: Date, status: DisputeStatus, known: Date): boolean {
  return occurredAt < known || (occurredAt.getTime() === known.getTime() && status === 'open')
}
