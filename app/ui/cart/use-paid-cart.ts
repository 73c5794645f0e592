import { useEffect, useEffectEvent, useRef } from 'react'
import { readSaved } from '../browser-storage.ts'
import { usePageRestored } from '../page/use-page-restored.ts'
import { useCart } from './cart-context.tsx'
import { checkoutMarkKey, takeMark } from './checkout-mark.ts'

/**
 * Takes out of the cart what its order bought, on every page with a cart [CART-17]: a buyer who paid and never
 * saw the confirmation would else pay for the same pieces again with the next one. Asked only where the cart
 * went to pay: as the page begins, when it is looked at again, and when the cart is opened.
 */
export function usePaidCart(): void {
  const { cart, takeOut } = useCart()
  const { isOpen } = cart
  const isAsking = useRef(false)
  const ask = useEffectEvent(async () => {
    const quote = readSaved(checkoutMarkKey)
    // A page that is prepared and not looked at yet asks once it is.
    if (quote === null || isAsking.current || document.visibilityState !== 'visible') return
    isAsking.current = true
    // Fetched by the few who went to pay.
    const loaded = await import('./ask-bought-cart.ts').catch(() => null)
    const lines = await loaded?.askBoughtCart(fetch, quote)
    isAsking.current = false
    if (lines && takeMark(checkoutMarkKey, quote)) takeOut(lines)
  })
  useEffect(() => {
    if (isOpen) void ask()
  }, [isOpen])
  useEffect(() => {
    void ask()
    const onVisible = () => void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  usePageRestored(() => void ask())
}
