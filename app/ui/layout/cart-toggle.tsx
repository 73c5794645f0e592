import { ShoppingBag } from 'lucide-react'
import { pieces } from '#app/domain/cart/cart.ts'
import { useCart } from '../cart/cart-context.tsx'

/** Opens and closes the cart, and tells how many pieces are in it. */
export function CartToggle() {
  const { cart, toggle } = useCart()
  const count = pieces(cart.items)
  return (
    <button
      type="button"
      onClick={toggle}
      aria-expanded={cart.isOpen}
      aria-haspopup="dialog"
      aria-label={`Cart, ${count} ${count === 1 ? 'piece' : 'pieces'}`}
      className="bar-link bar-end needs-script relative"
    >
      <ShoppingBag aria-hidden="true" strokeWidth={1.5} className="size-5" />
      {count > 0 && (
        // Laid over the bar, so that a restored cart moves nothing.
        <span
          aria-hidden="true"
          className="tabular absolute top-1 right-1 grid h-4 min-w-4 place-items-center rounded-full bg-gold px-1 text-[0.6875rem] leading-none text-on-gold"
        >
          {count}
        </span>
      )}
    </button>
  )
}
