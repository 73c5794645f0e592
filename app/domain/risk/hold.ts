import type { OrderBalance } from '../ledger/ledger.ts'

/**
 * What can keep a paid order from being sent, beside money that does not fit [HOLD-01]. `debit failed` is of an
 * order that is not paid: staff look at it, and it is released with the next payment.
 */
export type HoldKind =
  | 'dispute'
  | 'fraud warning'
  | 'review'
  | 'high value'
  | 'sales tax'
  | 'refund failed'
  | 'debit failed'

/**
 * What an event does to a hold. `opens`: it begins, unless it is known, released or not. `ends badly`:
 * it has new words, and begins again where it was released. `ends well`: a person still releases it where
 * the order must be sent; where it is not, it is released automatically [DISPUTE-02].
 */
export type HoldChange = {
  kind: HoldKind
  /** The provider's id of the dispute, warning or review. */
  object: string
  step: 'opens' | 'ends badly' | 'ends well'
  reason: string
}

type Reversible = {
  order: { state: string; dispute: string | null }
  money: Pick<OrderBalance, 'paid' | 'refunded' | 'lost' | 'refundable'>
}

/**
 * Whether a paid order can be closed without a refund: the buyer's bank took all the money back before all of it
 * shipped, in a dispute that was lost or as a debit or a wire that was reversed [DISPUTE-11].
 */
export const canCloseReversed = ({ order, money }: Reversible): boolean =>
  order.state === 'paid' && order.dispute !== 'open' && money.refundable === 0 && isTakenBack(money)

/** Nothing that was paid is left, whatever of it a bank took. */
export const isTakenBack = ({ paid, refunded, lost }: Omit<Reversible['money'], 'refundable'>) =>
  paid - refunded - lost <= 0

/**
 * What the buyer's bank does with the payment of a paid order, while that keeps it from being sent: questions it in a
 * dispute, or has taken it back. Nothing once staff decided that it ships, and none of a dispute that was won.
 */
export type BankClaim = 'disputed' | 'taken back'

export function bankClaim({
  order,
  money,
  isHeld,
}: {
  order: Reversible['order']
  money: Pick<OrderBalance, 'returned' | 'due'>
  /** A dispute of it waits for the bank, or for what staff decide. */
  isHeld: boolean
}): BankClaim | null {
  if (order.state !== 'paid') return null
  if (money.returned > 0 && money.due > 0) return 'taken back'
  if (!isHeld) return null
  if (order.dispute === 'open') return 'disputed'
  return order.dispute === 'lost' ? 'taken back' : null
}

type Check = { name: string; label: string }

/** What is ticked before a hold is released, by the name it is posted and kept under [HOLD-03]. */
const highValueChecks: readonly Check[] = [
  { name: 'called', label: 'Called the buyer at an independently verified number' },
  { name: 'address', label: 'Verified that the address is real' },
  { name: 'names', label: 'Card name and shipping name match, or the difference is explained' },
]

export function checksOf(kind: HoldKind): readonly Check[] {
  return kind === 'high value' ? highValueChecks : []
}
