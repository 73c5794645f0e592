import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCart } from './cart-context.tsx'

/** Whether this page was reached from a payment page that was left without paying. */
export function useCheckoutCancelled(): boolean {
  return useSearchParams()[0].get('checkout') === 'cancelled'
}

type Props = {
  /** What happens next, after the sentence that nothing was paid. */
  next: string
  /** Opens the cart, once, where there is something in it. */
  opensCart?: boolean
}

/** Back from the payment page without paying [PAY-20]. */
export function CheckoutCancelled({ next, opensCart = false }: Props) {
  const cancelled = useCheckoutCancelled()
  const { cart, toggle } = useCart()
  const opened = useRef(false)
  const mayOpen = cancelled && opensCart && cart.items.length > 0
  const { isOpen } = cart
  useEffect(() => {
    if (!mayOpen || opened.current) return
    opened.current = true
    if (!isOpen) toggle()
  }, [mayOpen, isOpen, toggle])

  if (!cancelled) return null
  return (
    <div className="frame pt-6">
      <p role="status" className="border-gold border-l-2 pl-4">
        You weren’t charged. {next}
      </p>
    </div>
  )
}
