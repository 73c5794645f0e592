import { orderLifetimeMs } from '../orders/order-state.ts'

/** A piece that was in a checkout which nobody paid for: from when to when. */
export type UnpaidHold = { from: Date; until: Date }

/** Two checkouts one after the other; then others have a chance for as long as the pause lasts. */
const maxHeldMs = 2 * orderLifetimeMs
const pauseMs = 2 * 60 * 60 * 1000

/**
 * When one network may keep the last pieces of a product in a checkout again [OPEN-03]; null: now. It
 * may for the time of two checkouts in a row, so that nobody keeps a piece from all others without
 * ever paying for it. A checkout that replaces an earlier one of the same cart goes on with its time.
 */
export function mayHoldAgainAt(holds: readonly UnpaidHold[], now: Date): Date | null {
  let first = now.getTime()
  const newestFirst = holds.toSorted((one, other) => other.until.getTime() - one.until.getTime())
  for (const { from, until } of newestFirst) {
    if (first - until.getTime() >= pauseMs) break
    first = Math.min(first, from.getTime())
  }
  const [latest] = newestFirst
  if (!latest || now.getTime() - first < maxHeldMs) return null
  return new Date(Math.min(latest.until.getTime(), now.getTime()) + pauseMs)
}
