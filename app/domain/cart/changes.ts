import { centsToDecimal, withDollarSign } from '../money/cents.ts'
import { type CartItem, itemKey, itemSize, type NewPrice } from './cart.ts'
import { cartTotal } from './cart-total.ts'

/**
 * What changed since the shopper last saw the cart, in sentences, or null where no price did
 * [CART-15]. Each cause is named: the gold price, a fee, a weight. The total before is that of the
 * pieces that are still there, in the quantities they have now, so that like is compared with like.
 */
export function priceChanges(
  items: readonly CartItem[],
  prices: ReadonlyMap<string, NewPrice | null>,
): string | null {
  const kept = items.flatMap((item) => {
    const now = prices.get(itemKey(item))
    return now ? [{ item, now }] : []
  })
  const changed = kept.filter(({ item, now }) => now.price !== item.price)
  if (changed.length === 0) return null
  const causes = new Set(changed.flatMap(({ item, now }) => causesOf(item, now)))
  const before = cartTotal(kept.map(({ item }) => item))
  const after = cartTotal(kept.map(({ item, now }) => ({ ...item, price: now.price })))
  const total = withDollarSign(centsToDecimal(before))
  if (before !== after) {
    causes.add(
      kept.length < items.length
        ? `The other pieces came to ${total} before.`
        : `Your total was ${total}.`,
    )
  }
  return [...causes].join(' ')
}

function causesOf(item: CartItem, { seen }: NewPrice): string[] {
  const before = item.seen
  if (!before || !seen) return ['Prices have changed since you last looked.']
  const size = itemSize(item)
  const piece = size ? `${item.name}, ${size}` : item.name
  return [
    before.perGram !== seen.perGram && 'The gold price has moved.',
    before.fee !== seen.fee &&
      `The fee of ${piece} is now ${withDollarSign(seen.fee)}; it was ${withDollarSign(before.fee)}.`,
    before.engraving !== seen.engraving &&
      `Engraving ${piece} now costs ${withDollarSign(seen.engraving ?? '0.00')}; it was ${withDollarSign(before.engraving ?? '0.00')}.`,
    before.grams !== seen.grams && `${piece} now weighs ${seen.grams} g; it was ${before.grams} g.`,
  ].filter((sentence) => sentence !== false)
}
