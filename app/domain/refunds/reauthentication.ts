import { type Cents, cents } from '../money/cents.ts'
import type { RefundState } from './refund-state.ts'

/** Above this, a person shows a second factor again: US cents. */
export const reauthenticationAbove = cents(500_00)

/** With what was refunded of the order before, lest many small ones add up to a large one [REFUND-07]. */
export function needsReauthentication(
  amount: Cents,
  before: readonly { state: RefundState; amountCents: number }[],
): boolean {
  const made = before.filter(({ state }) => state !== 'refused' && state !== 'failed')
  return (
    made.reduce((sum, { amountCents }) => sum + amountCents, Number(amount)) > reauthenticationAbove
  )
}
