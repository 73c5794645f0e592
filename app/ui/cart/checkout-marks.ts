import { readSaved, save } from '../browser-storage.ts'
import { checkoutMark } from './checkout.ts'

/**
 * Marks in the browser's storage that name the quote which went to pay: one for the cart, and one
 * for each product bought by Buy Now. A newer checkout names it, so that the shop closes the older
 * payment page [PAY-21]; the order page takes it away once the order is paid [ORDER-08].
 */
export function buyNowMarkKey(productId: string): string {
  return `buy-now-checkout:${productId}`
}

export function saveMark(key: string, quoteToken: string): void {
  save(key, checkoutMark(quoteToken))
}

/** True where the mark was this quote's; it is then gone. */
export function takeMark(key: string, quoteId: string): boolean {
  return readSaved(key) === quoteId && save(key, null)
}
