import { useEffect, useEffectEvent } from 'react'
import { readSaved } from '../browser-storage.ts'
import { usePageRestored } from '../page/use-page-restored.ts'
import { useCart } from './cart-context.tsx'
import { checkoutMarkKey } from './checkout-mark.ts'

/**
 * Takes out of the cart what its order bought, on every page with a cart [CART-17]: a buyer who paid and never
 * saw the confirmation would else pay for the same pieces again with the next one. Asked only where the cart
 * went to pay: as the page begins, when it is looked at again, and when the cart is opened.
 */
export function usePaidCart(): void {
  const { cart, leave } = useCart()
  const { isOpen } = cart
  const ask = useEffectEvent(() => {
    const quote = readSaved(checkoutMarkKey)
    // A page that is prepared and not looked at yet asks once it is.
    if (quote === null || document.hidden) return
    // Fetched by the few who went to pay.
    import('./ask-bought-cart.ts').then(
      ({ takeOutPaid }) => takeOutPaid(quote, leave),
      () => {},
    )
  })
  useEffect(() => {
    if (isOpen) ask()
  }, [isOpen])
  useEffect(() => {
    ask()
    const onVisible = () => ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  usePageRestored(ask)
}
