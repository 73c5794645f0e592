import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, centsToDecimal, parseDollars } from '../money/cents.ts'
import { priceItem } from '../pricing/price.ts'
import { type GoldSize, goldSizes, lightest, startingSize } from './gold-size.ts'
import type { Product } from './product.ts'

/** `excludesGold`: the amount is only the fee, and must be shown with a word that says so [D22]. */
export type StartingPrice = { amount: Cents; excludesGold: boolean }

/**
 * What a card says a piece starts at: the lightest size that can be bought at the current gold price
 * [LIST-13, LIST-22], else the stored price, where there are no sizes or no price per gram [LIST-14]. A price stored while
 * the gold price was unknown is just the lightest size's fee [FORM-18], and is recognized by that. Null
 * where the stored price is no amount: ask the shop.
 */
export function startingPrice(
  product: Pick<Product, 'price' | 'attributes'>,
  perGram: PricePerGram | null,
  size: Pick<GoldSize, 'weight' | 'fee'> | null = startingSize(product.attributes),
): StartingPrice | null {
  if (size && perGram !== null) {
    return { amount: priceItem(size.weight, size.fee, perGram).unitPrice, excludesGold: false }
  }
  const stored = parseDollars(product.price)
  return stored === null
    ? null
    : { amount: stored, excludesGold: stored === lightest(goldSizes(product.attributes))?.fee }
}

/**
 * The price to store with a product: the lightest size's, with two decimals [FORM-17, DATA-02], or
 * only its fee while the price per gram is unknown [FORM-18]. Null without a size.
 */
export function priceToStore(
  sizes: readonly GoldSize[],
  perGram: PricePerGram | null,
): string | null {
  const size = lightest(sizes)
  if (!size) return null
  const { unitPrice } =
    perGram === null ? { unitPrice: size.fee } : priceItem(size.weight, size.fee, perGram)
  return centsToDecimal(unitPrice)
}
