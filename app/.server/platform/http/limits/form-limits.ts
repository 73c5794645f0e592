import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { rateLimitKey } from '../client-address.ts'
import { clientAddressContext } from '../request-context.ts'
import { secondsToWait, waitText } from './rate-limits.ts'

/** What the link is for: the orders of an address, another password of an account, or what is confirmed by it. */
type LinkFor = 'findOrder' | 'passwordReset' | 'priceAlert' | 'newsletter' | 'cartReminder'

/**
 * Why a link is not emailed to an address now, as a message, or null: too many requests from one network,
 * about one address, or for price alerts, newsletters, and cart reminders in all. It is the same whether the shop
 * knows the address or not [FIND-04, FORGOT-02, PIECEALERT-05, NEWS-06, REMIND-06]. `email`: as `readEmail` has it.
 */
export async function emailedLinkRefusal(
  context: Readonly<RouterContextProvider>,
  link: LinkFor,
  email: string,
): Promise<string | null> {
  const ofNetwork = await networkRefusal(context, link)
  if (ofNetwork !== null) return ofNetwork
  // What follows a plus sign leads to the same mailbox. The counts hold hashes, not addresses.
  const mailbox = email.toLowerCase().replace(/\+.*@/, '@')
  const address = createHash('sha256').update(mailbox).digest('base64url')
  const ofAddress = await secondsToWait(context, `${link}Address`, address)
  if (ofAddress !== null) {
    return `A link was requested for this address several times. Please check your email, or try again in ${waitText(ofAddress)}.`
  }
  // Anyone can request these for any address, so a shop-wide limit prevents abuse from many networks.
  const toAnyone = link === 'priceAlert' || link === 'newsletter' || link === 'cartReminder'
  const ofShop = toAnyone ? await secondsToWait(context, 'confirmationShop', 'all') : null
  if (ofShop === null) return null
  return `We can’t send more of these emails right now. Please try again in ${waitText(ofShop)}.`
}

/** Why a form of a page is not taken from this network now, in a sentence for that page, or null. */
export async function networkRefusal(
  context: Readonly<RouterContextProvider>,
  name: LinkFor | 'message',
): Promise<string | null> {
  const network = rateLimitKey(context.get(clientAddressContext))
  const seconds = await secondsToWait(context, name, network)
  if (seconds === null) return null
  return `There were too many requests from your network. Please try again in ${waitText(seconds)}.`
}
