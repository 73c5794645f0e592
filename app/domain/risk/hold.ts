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
 * the order is to be sent; where it is not, it is released automatically [DISPUTE-02].
 */
export type HoldChange = {
  kind: HoldKind
  /** The provider's id of the dispute, warning or review. */
  object: string
  step: 'opens' | 'ends badly' | 'ends well'
  reason: string
}

/** Whether it can be closed without a refund: the buyer's bank took the money back before all of it shipped. */
export const canCloseAfterDispute = ({
  state,
  dispute,
}: {
  state: string
  dispute: string | null
}): boolean => state === 'paid' && dispute === 'lost'

/** It was closed so: what its buyer paid was returned by their bank [DISPUTE-10]. */
export const isClosedByDispute = ({
  state,
  dispute,
}: {
  state: string
  dispute: string | null
}): boolean => state === 'refunded' && dispute === 'lost'

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
