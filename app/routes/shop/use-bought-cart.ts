import { useEffect } from 'react'
import { useCart } from '#app/ui/cart/cart-context.tsx'
import { checkoutMarkKey } from '#app/ui/cart/checkout.ts'

/**
 * Empties the cart once the order is paid that was made of it [ORDER-08]. The cart left a mark with
 * its quote's name when it went to pay: without that mark (an old confirmation opened again, a
 * piece bought by Buy Now) the cart is none of this order's business.
 */
export function useBoughtCart({ paid, quoteId }: { paid: boolean; quoteId: string }): void {
  const { clear } = useCart()
  useEffect(() => {
    if (!paid || !takeMark(quoteId)) return
    clear()
  }, [paid, quoteId, clear])
}

function takeMark(quoteId: string): boolean {
  try {
    if (window.localStorage.getItem(checkoutMarkKey) !== quoteId) return false
    window.localStorage.removeItem(checkoutMarkKey)
    return true
  } catch {
    // A browser that keeps nothing has no cart to empty either.
    return false
  }
}
