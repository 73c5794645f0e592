import { sizeAddress } from '../catalog/size-key.ts'

/** What Buy Now buys, as it is stored: the size by its label then. */
export type BoughtNow = { productId: string; size: string }

/**
 * Where a shopper lands who leaves the payment page without paying [PAY-20]: the cart's checkout at
 * the collection, which opens the cart again; a Buy Now at its piece, in the size that was chosen. A size is
 * named by its label: its key may change, and Stripe refuses another address for the same order.
 */
export function cancelPath(buyNowOf: BoughtNow | null): string {
  const left = 'checkout=cancelled'
  if (buyNowOf === null) return `/products?${left}`
  const page = `/product/${encodeURIComponent(buyNowOf.productId)}`
  return `${sizeAddress(page, buyNowOf.size)}&${left}`
}
