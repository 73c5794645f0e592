import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { rateLimitKey } from './client-address.ts'
import { secondsToWait } from './rate-limits.ts'
import { clientAddressContext } from './request-context.ts'

/**
 * Why a link to the orders of an address is not asked for now, in a sentence, or null: too many from one
 * network, or about one address, whoever asks and whether it has orders or not [FIND-04].
 */
export async function findOrderRefusal(
  context: Readonly<RouterContextProvider>,
  email: string,
): Promise<string | null> {
  const ofNetwork = await networkRefusal(context, 'findOrder')
  if (ofNetwork !== null) return ofNetwork
  // Nobody's address stands in the counts.
  const address = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  const ofAddress = await secondsToWait(context, 'findOrderAddress', address)
  if (ofAddress === null) return null
  return `A link was asked for this address several times. Please look in your mail, or try again in ${spanOf(ofAddress)}.`
}

/** Why a form of a page is not taken from this network now, in a sentence for that page, or null. */
export async function networkRefusal(
  context: Readonly<RouterContextProvider>,
  name: 'findOrder' | 'message',
): Promise<string | null> {
  const network = rateLimitKey(context.get(clientAddressContext))
  const seconds = await secondsToWait(context, name, network)
  if (seconds === null) return null
  return `There were too many requests from your network. Please try again in ${spanOf(seconds)}.`
}

function spanOf(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
