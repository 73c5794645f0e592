import { useEffect } from 'react'
import { type BoughtLine, withoutBought } from '#app/domain/cart/bought.ts'
import { useCart } from '#app/ui/cart/cart-context.tsx'
import { buyNowMarkKey, checkoutMarkKey } from '#app/ui/cart/checkout-mark.ts'
import { takeMark } from '#app/ui/cart/take-mark.ts'

type Bought = {
  /** It is paid, or its bank sends the money. */
  isBought: boolean
  quoteId: string
  lines: readonly BoughtLine[]
}

/**
 * Takes out of the cart what was bought, once its order is paid or its bank payment is on its way
 * [ORDER-08]. The cart left a mark with its quote's name when it went to pay: without that mark (an old
 * confirmation opened again, a piece bought by Buy Now) the cart is none of this order's business. The
 * mark of a Buy Now goes as well, so that the same piece can be bought again. Other pages ask the shop
 * (use-paid-cart.ts).
 */
export function useBoughtCart({ isBought, quoteId, lines }: Bought): void {
  const { leave } = useCart()
  const bought = JSON.stringify(
    lines.map(({ productId, size, quantity, engraving }) => {
      return { productId, size, quantity, ...(engraving && { engraving }) }
    }),
  )
  useEffect(() => {
    if (!isBought) return
    const ordered = JSON.parse(bought) as BoughtLine[]
    for (const { productId } of ordered) takeMark(buyNowMarkKey(productId), quoteId)
    if (takeMark(checkoutMarkKey, quoteId)) leave((items) => withoutBought(items, ordered))
  }, [isBought, quoteId, bought, leave])
}
