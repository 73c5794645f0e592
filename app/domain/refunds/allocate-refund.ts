import { type OrderBalance, type SaleParts, totalOf } from '../ledger/ledger.ts'
import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents } from '../money/cents.ts'

const zero = cents(0)

/** For a refund of the very money that staff had declined to refund: it is owed again [REFUND-17]. */
export const withDeclinedOwed = ({
  sold,
  due,
  declined,
}: Pick<OrderBalance, 'sold' | 'due' | 'declined'>) => ({ sold, due: cents(due - declined) })

/**
 * What a refund reverses of the sale, in whole cents. First comes what is owed to the buyer anyway
 * (paid twice, too much, or after the order was closed), which is no part of the sale. The rest is split
 * over goods, tax and shipping as they were sold, by largest remainder. What a refund gives beyond both is of
 * what staff had decided not to refund; beyond that, the buyer owes it again.
 */
export function allocateRefund(
  { sold, due }: Pick<OrderBalance, 'sold' | 'due'>,
  refund: Cents,
): SaleParts {
  const owed = Math.max(0, -due)
  const credited = cents(Math.min(Math.max(0, refund - owed), totalOf(sold)))
  const goods = cents(sold.goods - sold.discount)
  const [goodsPart = zero, tax = zero, shipping = zero] = allocateCents(credited, [
    goods,
    sold.tax,
    sold.shipping,
  ])
  // Goods were sold for their price less the discount, and are credited at the same ratio.
  const [discount = zero] =
    goods === 0 ? [] : allocateCents(sold.discount, [goodsPart, cents(goods - goodsPart)])
  return { goods: cents(goodsPart + discount), tax, shipping, discount }
}
