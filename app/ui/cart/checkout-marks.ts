import { checkoutMark } from './checkout.ts'

/**
 * Marks in the browser's storage that name the quote which went to pay: one for the cart, and one
 * for each product bought by Buy Now. A newer checkout names it, so that the shop closes the older
 * payment page [PAY-21]; the order page takes it away once the order is paid [ORDER-08]. A browser
 * that stores nothing has no marks.
 */
export function buyNowMarkKey(productId: string): string {
  return `buy-now-checkout:${productId}`
}

export function readMark(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepMark(key: string, quoteToken: string): void {
  try {
    window.localStorage.setItem(key, checkoutMark(quoteToken))
  } catch {
    // Without storage there is no saved cart to empty either.
  }
}

/** True where the mark was this quote's; it is then gone. */
export function takeMark(key: string, quoteId: string): boolean {
  try {
    if (window.localStorage.getItem(key) !== quoteId) return false
    window.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
