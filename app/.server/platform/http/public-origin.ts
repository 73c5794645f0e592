import type { AppContext } from '#app/.server/app-context.ts'

/**
 * React Router compares the Origin of a posted form with the address of the request, which here is
 * always http: a proxy in front takes https. The request is therefore handed on under its own
 * Origin, which same-origin.ts has found to be the shop's. X-Forwarded-Proto and X-Forwarded-Host are
 * not needed for that, and not read: no page can write another Origin than its own.
 */
export function underItsOrigin(request: Request): Request {
  const origin = request.headers.get('origin')
  if (origin === null || request.method === 'GET' || request.method === 'HEAD') return request
  const { pathname, search, origin: received } = new URL(request.url)
  return received === origin ? request : new Request(origin + pathname + search, request)
}

const noted = new WeakSet<object>()

/**
 * Logs, once for each process, that requests name the address of a client which nobody is trusted to
 * name [LIMIT-05]. Behind a proxy all visitors then count as one.
 */
export function noteUntrustedProxy({ log }: Pick<AppContext, 'log'>): void {
  if (noted.has(log)) return
  noted.add(log)
  log.warn(
    'requests carry X-Forwarded-For, but TRUST_PROXY is 0, so it is not read: if a proxy is in front of the shop, set TRUST_PROXY to the number of proxies, or all visitors count as one',
  )
}

/**
 * Why forms sent over https cannot be taken, or null. Only a proxy can have taken the https, and
 * without trust in it all visitors would count as one for the limits.
 */
export function proxyNotTrusted({
  publicUrl,
  config,
}: {
  publicUrl: string
  config: Pick<AppContext['config'], 'trustProxy'>
}): string | null {
  if (!publicUrl.startsWith('https:') || config.trustProxy > 0) return null
  return `PUBLIC_URL is ${publicUrl}, but no proxy is trusted to take https for this shop, so it refuses forms. Set TRUST_PROXY to the number of proxies in front of the shop (mostly TRUST_PROXY=1) and start it again.`
}

/**
 * The name and place of each cookie of the shop's own: over https with the prefix that keeps every other
 * host of the same domain from setting one of that name, which asks for the path `/` [SEC-08].
 */
export function ownCookie({ publicUrl }: Pick<AppContext, 'publicUrl'>, name: string) {
  const secure = publicUrl.startsWith('https:')
  return { name: secure ? `__Host-${name}` : name, place: { httpOnly: true, secure, path: '/' } }
}
