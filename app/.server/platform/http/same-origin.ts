import type { AppContext } from '#app/.server/app-context.ts'

/**
 * Whether a request may change something here [SEC-02]. Browsers say where a request comes from: by
 * Sec-Fetch-Site, and by Origin on every POST. Programs without either (a payment provider's webhook,
 * curl) carry no visitor's cookies and are let through.
 *
 * The origin must be the shop's own address, and not merely the one that the request itself names as
 * its host: anybody's host name may be made to lead to this server.
 */
export function isSameOrigin(
  request: Request,
  { publicUrl, config }: { publicUrl: string; config: Pick<AppContext['config'], 'publicUrl'> },
): boolean {
  if (isFromOtherSite(request)) return false
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicUrl) return true
  // Nobody said what the address is: on one's own machine all its names are one.
  return config.publicUrl === null && onThisMachine(origin) !== null
    ? onThisMachine(origin) === onThisMachine(publicUrl)
    : false
}

/** A page of another site asks, or leads its visitor here. */
export function isFromOtherSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}

const ownNames = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']

/** The port, where the origin names this very machine; else null. */
function onThisMachine(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname, port } = new URL(origin)
  return protocol === 'http:' && ownNames.includes(hostname) ? port || '80' : null
}
