import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import {
  type Cart,
  type CartItem,
  cartReducer,
  cartStorageKey,
  emptyCart,
  itemKey,
  type NewPrice,
} from '#app/domain/cart/cart.ts'
import { usePageRestored } from '../page/use-page-restored.ts'
import { readSavedCart, saveCart } from './saved-cart.ts'

export type CartControls = {
  cart: Cart
  /** False: the browser refuses to save it, and it is lost with this page. */
  isSaved: boolean
  /** `itemKey` of the line that was just added; null where the cart was opened by its button. */
  added: string | null
  add(item: Omit<CartItem, 'quantity'>): void
  /** `key` is `itemKey` of the line. */
  remove(key: string): void
  setQuantity(key: string, quantity: number): void
  /** Today's unit prices by `itemKey`, as decimals; a line at null is no longer sold and goes. */
  reprice(prices: ReadonlyMap<string, NewPrice | null>): void
  toggle(): void
  close(): void
  /** Replaces the items with what `of` returns, e.g. without those an order bought [CART-17]. */
  leave(of: (items: readonly CartItem[]) => CartItem[]): void
}

const CartContext = createContext<CartControls | null>(null)

/**
 * The cart lives in the browser alone, so that every visitor is sent the same page: it starts
 * empty, and what was saved is put in before the first paint after hydration [CART-11].
 */
export function CartProvider({ children }: { children: ReactNode }) {
  const [cart, dispatch] = useReducer(cartReducer, emptyCart)
  const [added, setAdded] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(true)

  // A layout effect, so that it comes before any page's own effect that clears or adds. Most visitors
  // have no cart yet: nothing to put in, and no page to render a second time.
  useLayoutEffect(() => {
    const items = readSavedCart(reportOnce)
    if (items.length > 0) dispatch({ type: 'restore', items })
  }, [])

  const restore = () => dispatch({ type: 'restore', items: readSavedCart(reportOnce) })
  // What is saved now is read, not what the event carries: two tabs that wrote at the same time would
  // else swap their carts for ever.
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (key === cartStorageKey || key === null) restore()
  })
  useEffect(() => {
    const listener = (event: StorageEvent) => onStorage(event)
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  }, [])
  // The cart may have changed in the meantime, e.g. because the order was paid.
  usePageRestored(restore)

  const { items } = cart
  useEffect(() => {
    // The empty cart of the server's page is not the shopper's, and is never saved over theirs.
    if (items !== emptyCart.items) setSaved(saveCart(items))
  }, [items])

  // Apart from the cart, so that an effect which names one of them does not run at every change.
  const actions = useMemo<Omit<CartControls, 'cart' | 'added' | 'isSaved'>>(
    () => ({
      add: (item) => {
        setAdded(itemKey(item))
        dispatch({ type: 'add', item })
      },
      remove: (key) => dispatch({ type: 'remove', key }),
      setQuantity: (key, quantity) => dispatch({ type: 'set quantity', key, quantity }),
      reprice: (prices) => dispatch({ type: 'reprice', prices }),
      toggle: () => {
        setAdded(null)
        dispatch({ type: 'toggle' })
      },
      close: () => dispatch({ type: 'close' }),
      leave: (of) => dispatch({ type: 'leave', of }),
    }),
    [],
  )
  const controls = useMemo(
    () => ({ cart, added, isSaved, ...actions }),
    [cart, added, isSaved, actions],
  )
  return <CartContext value={controls}>{children}</CartContext>
}

/** Throws outside its provider [CART-13]: a button that fills no cart must not look as if it did. */
export function useCart(): CartControls {
  const controls = useContext(CartContext)
  if (!controls) throw new Error('useCart must be used inside a CartProvider')
  return controls
}

let reported = false

function reportOnce(message: string) {
  if (reported) return
  reported = true
  // biome-ignore lint/suspicious/noConsole: a corrupt saved cart is logged, as asked for [CART-12].
  console.error(message)
}
