import { useEffect } from 'react'
import type { BoughtLine } from '#app/domain/cart/bought.ts'
import { useCart } from '#app/ui/cart/cart-context.tsx'
import { buyNowMarkKey } from '#app/ui/cart/checkout-mark.ts'
import { takeBought, takeMark } from '#app/ui/cart/take-mark.ts'

type Order = {
  quoteId: string
  /** As it was ordered; null until it is paid, or its bank sends the money. */
  bought: readonly BoughtLine[] | null
}

/**
 * Takes out of the cart what was bought, once its order is paid or its bank payment is on its way
 * [ORDER-08]. The cart left a mark with its quote's name when it went to pay: without that mark (an old
 * confirmation opened again, a piece bought by Buy Now) the cart is none of this order's business. The
 * mark of a Buy Now goes as well, so that the same piece can be bought again. Other pages ask the shop
 * (use-paid-cart.ts).
 */
export function useBoughtCart({ quoteId, bought }: Order): void {
  const { leave } = useCart()
  // Each answer of the page has new objects: the text is the same as long as the order is.
  const lines = JSON.stringify(bought)
  useEffect(() => {
    const ordered = JSON.parse(lines) as BoughtLine[] | null
    if (!ordered) return
    for (const { productId } of ordered) takeMark(buyNowMarkKey(productId), quoteId)
    takeBought({ quote: quoteId, lines: ordered }, leave)
  }, [quoteId, lines, leave])
}
