/** What shoppers read while the shop sells nothing [STOP-01]. */
const notSelling = 'The shop is not taking orders at the moment. You can still see prices.'

/** What they read while the gold price is none that the shop may sell at [LIVE-17]. */
export const pricePaused =
  'We can’t take orders right now, because the gold price hasn’t updated. Please check back soon.'

/** What they read before a shop with a live key is opened [OPENING-01]. */
const openingSoon = 'Opening soon. You can see prices, but nothing can be bought yet.'

/** What staff read then, where they would make an order or send a payment link [SALE-39]. */
export const staffStopped = {
  stopped: 'Sales are stopped. Start selling again on the Gold Price page to ',
  opening: 'The shop isn’t open yet. Once an owner opens it in Setup, you can ',
} as const

/** What shoppers read while nothing can be bought. */
export function stopMessage(stop: { message: string; isOpening: boolean }): string {
  return stop.isOpening ? openingSoon : stoppedMessage(stop.message)
}

/** The sentence of a shop that stopped selling, and what staff add to it, if anything. */
export function stoppedMessage(message: string): string {
  return message === '' ? notSelling : `${notSelling} ${message}`
}
