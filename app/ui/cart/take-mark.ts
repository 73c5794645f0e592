import { type BoughtLine, withoutBought } from '#app/domain/cart/bought.ts'
import { type BrowserStorage, readSaved, save } from '../browser-storage.ts'
import type { CartControls } from './cart-context.tsx'
import { checkoutMarkKey } from './checkout-mark.ts'
import { readSavedCart, saveCart } from './saved-cart.ts'

/** True where the mark was this quote's; it is then gone. */
export function takeMark(key: string, id: string, storage?: () => BrowserStorage): boolean {
  return readSaved(key, storage) === id && save(key, null, storage)
}

/**
 * Takes what the order of this quote bought out of the cart, once. The saved cart comes first: the page may be left
 * before React saves the cart, and without the mark no later page would ask again [CART-17].
 */
export function takeBought(
  { quote, lines }: { quote: string; lines: readonly BoughtLine[] },
  leave: CartControls['leave'],
  storage?: () => BrowserStorage,
): void {
  if (readSaved(checkoutMarkKey, storage) !== quote) return
  // A saved cart that cannot be read is reported where the page reads it.
  saveCart(
    withoutBought(
      readSavedCart(() => {}, storage),
      lines,
    ),
    storage,
  )
  if (takeMark(checkoutMarkKey, quote, storage)) leave((items) => withoutBought(items, lines))
}
