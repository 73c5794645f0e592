import type { PricePerOunce } from './rates.ts'

/**
 * A step of less than this share, in hundredths of a percent, is the noise of a quiet market: a drift
 * made of such steps is held by the lowest and highest price of the day (acceptance.ts).
 */
const noise = 50
/** How far all steps of 24 hours together may go without a person, in hundredths of a percent. */
const dailyCap = 1500

/** One accepted price after another. */
export type Step = { from: PricePerOunce; to: number }

/**
 * The length of a step, up or down, as a share of where it began, in hundredths of a percent, rounded
 * up; 0 for noise. 4000 → 4100 is 250.
 */
function lengthOf({ from, to }: Step): number {
  const length = Math.ceil((Math.abs(to - from) * 10_000) / from)
  return length < noise ? 0 : length
}

/** How far the steps go together; up and down do not cancel out. */
export function movedBy(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + lengthOf(step), 0)
}

/**
 * Whether a further step takes the day beyond its cap [FEED-02]: each step may be small enough to be
 * accepted, and all of them together be what only an error or an attack makes. Noise never does.
 */
export function exceedsDailyCap(movedToday: number, step: Step): boolean {
  const length = lengthOf(step)
  return length > 0 && movedToday + length > dailyCap
}
