import { type CartItem, cartStorageKey, parseSavedCart } from '#app/domain/cart/cart.ts'

/** What of localStorage the cart needs. Every call may throw: private windows, full or denied storage. */
export type CartStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The cart as saved in this browser. Empty where nothing is saved or storage is denied; a corrupt
 * one is told to `report` and counts as empty [CART-12].
 */
export function readSavedCart(
  storage: () => CartStorage,
  report: (message: string) => void,
): CartItem[] {
  const text = savedText(storage)
  if (text === null) return []
  const items = parseSavedCart(text)
  if (items === null) report('The saved cart could not be read and was set aside.')
  return items ?? []
}

/** Keeps the items under the key `cart` [CART-11]. A browser that refuses keeps them for this page only. */
export function saveCart(storage: () => CartStorage, items: readonly CartItem[]): void {
  try {
    const text = JSON.stringify(items)
    const saved = storage().getItem(cartStorageKey)
    // Unchanged bytes are not written again, so two open tabs never answer each other in a circle,
    // and a visitor who never touched the cart keeps nothing.
    if (saved !== text && (saved !== null || items.length > 0)) {
      storage().setItem(cartStorageKey, text)
    }
  } catch {
    // Nothing to do about it, and the cart goes on working until the page is left.
  }
}

function savedText(storage: () => CartStorage): string | null {
  try {
    return storage().getItem(cartStorageKey)
  } catch {
    return null
  }
}
