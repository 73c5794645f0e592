/** What shoppers read while the shop sells nothing [STOP-01]. */
const notSelling = 'The shop is not taking orders at the moment. Prices stay visible.'

/** What they read before a shop with a live key is opened [OPENING-01]. */
const openingSoon = 'Opening soon. Prices are shown already; nothing can be bought yet.'

/** What shoppers read while nothing can be bought. */
export function stopMessage(stop: { message: string; isOpening: boolean }): string {
  return stop.isOpening ? openingSoon : stoppedMessage(stop.message)
}

/** The sentence of a shop that stopped selling, and what staff add to it, if anything. */
export function stoppedMessage(message: string): string {
  return message === '' ? notSelling : `${notSelling} ${message}`
}
