import { parseSavedCart } from '#app/contracts/cart/saved-cart.ts'
import { type CartItem, cartStorageKey } from '#app/domain/cart/cart.ts'
import { type BrowserStorage, readSaved, save } from '../browser-storage.ts'

/**
 * The cart as saved in this browser. Empty where nothing is saved or storage is denied; a corrupt
 * one is reported and counts as empty [CART-12].
 */
export function readSavedCart(
  report: (message: string) => void,
  storage?: () => BrowserStorage,
): CartItem[] {
  const text = readSaved(cartStorageKey, storage)
  if (text === null) return []
  const items = parseSavedCart(text)
  if (items === null) report('The saved cart could not be read and was set aside.')
  return items ?? []
}

/** The gift note, the way to pay, the discount code, the delivery, and which reminder brought it back are kept while the cart is. */
export const giftNoteKey = 'gift-note'
export const payByKey = 'pay-by'
export const discountCodeKey = 'discount-code'
export const deliveryKey = 'delivery'
export const cartReminderKey = 'cart-reminder'

/**
 * Keeps the items under the key `cart` [CART-11]. False where the browser blocks its storage or has filled
 * it: they are there for this page only.
 */
export function saveCart(items: readonly CartItem[], storage?: () => BrowserStorage): boolean {
  const text = JSON.stringify(items)
  const saved = readSaved(cartStorageKey, storage)
  // Unchanged bytes are not written again, so two open tabs never answer each other in a circle,
  // and a visitor who never touched the cart keeps nothing.
  const isNew = saved !== text && (saved !== null || items.length > 0)
  const isSaved = !isNew || save(cartStorageKey, text, storage)
  const ofCart = [giftNoteKey, payByKey, discountCodeKey, deliveryKey, cartReminderKey]
  if (items.length === 0) for (const key of ofCart) save(key, null, storage)
  return isSaved
}
