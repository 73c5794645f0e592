import { type Cents, cents } from '../money/cents.ts'
import {
  planRefund,
  type Refundable,
  type RefundableLine,
  type RefundWish,
} from '../refunds/refund.ts'

type Weighed = { line: number; waits: string | null; missing: Cents; settled: Cents }

/**
 * A weight whose gold waits for its refund, and beside which this refund must not be made [REFUND-12]: the
 * price of a piece contains its missing gold, and a sum must leave enough for it.
 */
export function goldWaitingBeside<T extends Weighed>(
  wish: RefundWish,
  weighed: readonly T[],
  lines: readonly RefundableLine[],
  order: Refundable,
): T | undefined {
  const waiting = weighed.filter(({ waits }) => waits === 'refund' || waits === 'approval')
  if (wish.of === 'lines') {
    const chosen = wish.quantities.flatMap((each) => (each.quantity > 0 ? [each.position] : []))
    return waiting.find(({ line }) => chosen.includes(line))
  }
  if (wish.of !== 'sum') return undefined
  const gold = waiting.map(({ line: position, missing, settled }) => {
    const goods = cents(missing - settled)
    const plan = planRefund({ of: 'gold', position, goods }, lines, order)
    return 'refused' in plan ? 0 : plan.amount
  })
  const all = gold.reduce<number>((sum, each) => sum + each, wish.amount)
  return all > order.refundable ? waiting[0] : undefined
}
