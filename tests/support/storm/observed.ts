import type { StripeEvent } from '#tests/support/stripe-state.ts'
import type { Fate } from './plan.ts'
import type { Acknowledged, Agreed } from './shoppers.ts'

/** What was seen from outside. */
export type Observed = {
  /** Every quote that was sent to checkout, by its id. */
  posted: Map<string, Agreed>
  /** Every order that was answered, by its session at Stripe. */
  acknowledged: Map<string, Acknowledged>
  /** Every webhook that was answered by 200. */
  events: Map<string, StripeEvent>
  /** What became of the session at Stripe; none where its page was closed before. */
  fates: Map<string, Fate>
  /** By this machine's clock: when a price was first sent, and when it was surely stored. */
  prices: { perGram: string; correction: boolean; from: number; until: number }[]
  /** What was answered to those who looked at the price, and when they asked. */
  looks: Look[]
  /** The first size of the product that is looked at. */
  piece: { grams: number; fee: string; quantity: number }
  failures: string[]
  /** When the last incident was over. */
  calmFrom: number
}

/** A page or an answer, as somebody got it who looked at the price. */
type Look = { path: string; text: string; askedAt: number; answeredAt: number }

export type Must = (holds: boolean, what: string) => void
