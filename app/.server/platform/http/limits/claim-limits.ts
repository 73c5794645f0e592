import type { RouterContextProvider } from 'react-router'
import { rateLimitKey } from '../client-address.ts'
import { clientAddressContext } from '../request-context.ts'
import { secondsToWait, waitText } from './rate-limits.ts'

/** Why no claim code is read now, in a sentence, or null: too many from one network, or for one certificate [CERT-05]. */
export async function claimRefusal(
  context: Readonly<RouterContextProvider>,
  certificate: string,
): Promise<string | null> {
  const network = rateLimitKey(context.get(clientAddressContext))
  const seconds =
    (await secondsToWait(context, 'claim', network)) ??
    (await secondsToWait(context, 'claimOfCertificate', certificate))
  if (seconds === null) return null
  return `Too many claim codes were tried. Please try again in ${waitText(seconds)}.`
}
