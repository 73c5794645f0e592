/**
 * Marks in the browser's storage name the quote that went to pay by its signature, the part of the
 * token after the last dot: one for the cart, one for each product bought by Buy Now. A newer checkout
 * names it, so that the shop closes the older payment page [PAY-21]; it goes once the order is paid or its
 * bank payment is on its way, with what was bought of the cart [ORDER-08, CART-17].
 */
export const checkoutMarkKey = 'cart-checkout'
export const buyNowMarkKey = (productId: string) => `buy-now-checkout:${productId}`
