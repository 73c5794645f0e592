/**
 * Where a shopper lands who leaves the payment page without paying [PAY-20]: the cart's checkout at
 * the collection, which opens the cart again; a Buy Now at its piece.
 */
export function cancelPath(buyNowOf: string | null): string {
  const page = buyNowOf === null ? '/products' : `/product/${encodeURIComponent(buyNowOf)}`
  return `${page}?checkout=cancelled`
}
