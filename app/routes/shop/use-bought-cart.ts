import { useEffect } from 'react'
import { useCart } from '#app/ui/cart/cart-context.tsx'
import { buyNowMarkKey, checkoutMarkKey, takeMark } from '#app/ui/cart/checkout.ts'

type Bought = {
  /** It is paid, or its bank sends the money. */
  isBought: boolean
  quoteId: string
  productIds: readonly string[]
}

/**
 * Empties the cart once the order made of it is paid or its bank payment is on its way [ORDER-08]. The cart left a mark with
 * its quote's name when it went to pay: without that mark (an old confirmation opened again, a
 * piece bought by Buy Now) the cart is none of this order's business. The mark of a Buy Now goes as
 * well, so that the same piece can be bought again.
 */
export function useBoughtCart({ isBought, quoteId, productIds }: Bought): void {
  const { clear } = useCart()
  const pieces = productIds.join('\n')
  useEffect(() => {
    if (!isBought) return
    for (const productId of pieces.split('\n')) takeMark(buyNowMarkKey(productId), quoteId)
    if (takeMark(checkoutMarkKey, quoteId)) clear()
  }, [isBought, quoteId, pieces, clear])
}
