import { isSameSite } from './same-site.ts'

const maxRedirects = 3

/** A redirect that is not followed; the message says why, and holds no address. */
export class RedirectRefused extends Error {}

/**
 * A GET that follows redirects on the same site only: the address is the shop's own setting, and a
 * key may travel with it [LIMIT-06].
 */
export async function fetchSameSite(start: URL, init: RequestInit): Promise<Response> {
  let url = start
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) return response
    await response.body?.cancel()
    const next = URL.canParse(location, url) ? new URL(location, url) : null
    if (!next || !isAllowed(url, next)) throw new RedirectRefused('redirects to another site')
    url = next
  }
  throw new RedirectRefused('redirects without end')
}

/** From http up to https, never down. */
function isAllowed(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return isSameSite(from, to) && (from.protocol === to.protocol || isUpgrade)
}
