import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'

/** Grams that were sold at a price and are not covered by gold that is here. */
export type Uncovered = { mg: number; soldAt: PricePerGram }

/**
 * What buying them now costs more than their buyers paid for the gold; below zero, less. Rounded once
 * [METAL-08].
 */
export function exposureOf(uncovered: readonly Uncovered[], now: PricePerGram): Cents {
  const sum = uncovered.reduce(
    (total, { mg, soldAt }) => total + BigInt(mg) * BigInt(now - soldAt),
    0n,
  )
  // mg × ten-thousandths of a dollar per gram: 100,000 of them are a cent.
  return cents(Number(divideHalfUp(sum, 100_000n)))
}

/** null: no limit. */
export type MetalLimits = { loss: Cents | null; grams: number | null }
export type Exposed = { loss: Cents; toBuy: number }

/** Only a fall to this share of the limit ends a warning: a price that trembles is told once. */
const endsAt = { of: 9, in: 10 } as const

/** Whether a warning is shown, by whether it was shown before [METAL-09]. */
export function isBeyond(before: boolean, { loss, toBuy }: Exposed, limits: MetalLimits): boolean {
  const beyond = (value: number, limit: number | null) =>
    limit !== null && (before ? value * endsAt.in > limit * endsAt.of : value > limit)
  return beyond(loss, limits.loss) || beyond(toBuy, limits.grams)
}
