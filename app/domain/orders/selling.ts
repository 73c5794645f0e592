/** What shoppers read while the shop sells nothing [STOP-01]. */
const notSelling = 'The shop is not taking orders at the moment. Prices stay visible.'

/** That sentence, and what staff add to it, if anything. */
export function stoppedSentence(message: string): string {
  return message === '' ? notSelling : `${notSelling} ${message}`
}
