import type { PayBy } from '../pricing/bank-discount.ts'

/** The life of an order [ORDER-02]. Any step not written here is refused. */
const orderTransitions = {
  pending: ['paid', 'expired', 'cancelled'],
  paid: ['fulfilled', 'refunded'],
  fulfilled: ['refunded'],
  expired: [],
  cancelled: [],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

export type OrderState = keyof typeof orderTransitions
export const orderStates = Object.keys(orderTransitions) as OrderState[]

/** As it is in a sentence; the stored value is of another spelling. */
export function orderStateWord(state: string): string {
  return state === 'cancelled' ? 'canceled' : state
}

/** After "when the order": what it was by then. */
export const hadBecome = {
  pending: 'was still to be paid',
  paid: 'had been paid',
  fulfilled: 'had been sent',
  refunded: 'had been refunded',
  expired: 'had expired',
  cancelled: 'had been canceled',
} as const satisfies Record<OrderState, string>

export function canTransition(from: OrderState, to: OrderState): boolean {
  return (orderTransitions[from] as readonly OrderState[]).includes(to)
}

/** Paid once, whatever came after: the buyer's cart may be emptied [ORDER-08]. */
export function wasPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'fulfilled' || state === 'refunded'
}

/**
 * Whether a person looks at its payment, as the buyer is told. What was received for a draft order that was
 * canceled is only to be refunded.
 */
export const isPaymentLookedAt = (order: {
  state: string
  origin: 'web' | 'staff'
  holdReason: string | null
}): boolean =>
  order.holdReason !== null && !(order.origin === 'staff' && order.state === 'cancelled')

/**
 * How long an order waits for its payment, in milliseconds. A card provider keeps its payment page
 * open for no less than 30 minutes; five more let its last word arrive.
 */
export const orderLifetimeMs = 35 * 60 * 1000

/** Who changed an order, as staff read it: the buyer's own steps are stored under `shopper`. */
export const changedBy = (by: string) => (by === 'shopper' ? 'buyer' : by)

type Payment = {
  state: OrderState
  holdReason: string | null
  paymentProcessingAt: Date | null
  expiresAt: Date
  payBy: PayBy
}

/** Whether its payment page is still shown to the buyer. */
export function isPayable(
  { state, holdReason, paymentProcessingAt, expiresAt, payBy }: Payment,
  now: Date,
): boolean {
  if (state !== 'pending' || holdReason !== null || now >= expiresAt) return false
  // How to send a wire is read there until it is whole.
  return paymentProcessingAt === null || payBy === 'wire'
}
