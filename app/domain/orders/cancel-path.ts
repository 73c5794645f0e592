import { sizeAddress } from '../catalog/size-key.ts'

/** What Buy Now buys; without a key where the product has no such size any longer. */
export type BoughtNow = { productId: string; sizeKey: string | null }

/**
 * Where a shopper lands who leaves the payment page without paying [PAY-20]: the cart's checkout at
 * the collection, which opens the cart again; a Buy Now at its piece, in the size that was chosen.
 */
export function cancelPath(buyNowOf: BoughtNow | null): string {
  const left = 'checkout=cancelled'
  if (buyNowOf === null) return `/products?${left}`
  const page = `/product/${encodeURIComponent(buyNowOf.productId)}`
  return buyNowOf.sizeKey === null
    ? `${page}?${left}`
    : `${sizeAddress(page, buyNowOf.sizeKey)}&${left}`
}
