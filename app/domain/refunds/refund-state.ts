import { type Cents, cents, sumCents } from '../money/cents.ts'

/**
 * `requested`: not known to have arrived at the provider. `refused`: the provider moved nothing.
 * `failed`: the money was on its way and came back.
 */
export type RefundState = 'requested' | 'refused' | 'pending' | 'succeeded' | 'failed'

/** What a provider says of a refund. */
export type RefundStatus = Extract<RefundState, 'pending' | 'succeeded' | 'failed'>

const ranks = ['requested', 'refused', 'pending', 'succeeded', 'failed'] as const

/** Of two reports of one refund the furthest counts, in whichever order they come [REFUND-05]. */
export function furtherState<T extends RefundState>(one: T, other: T): T {
  return ranks.indexOf(one) >= ranks.indexOf(other) ? one : other
}

const worstFirst = ['refused', 'failed', 'requested', 'pending', 'succeeded'] as const

/** Of the parts of one refund, the state that needs a look first. */
export const worstState = (states: readonly RefundState[]): RefundState =>
  worstFirst.find((each) => states.includes(each)) ?? 'succeeded'

/** A refund the provider has named by its id. */
export type KnownRefund = { id: string; amount: Cents; status: RefundStatus }

export function withRefund(known: readonly KnownRefund[], refund: KnownRefund): KnownRefund[] {
  const before = known.find(({ id }) => id === refund.id)
  if (!before) return [...known, refund]
  const status = furtherState(before.status, refund.status)
  return known.map((each) => (each === before ? { ...each, status } : each))
}

/**
 * What was refunded of one payment in all, failed refunds among it: the refunds known by their id, or
 * the highest sum the provider ever reported, whichever is more. The same in any order of reports.
 */
export function givenBack(known: readonly KnownRefund[], highest: Cents): Cents {
  return cents(Math.max(highest, sumCents(known.map(({ amount }) => amount))))
}
