/**
 * Whether a request may change something here [SEC-02]. Browsers say where a request comes from:
 * by Sec-Fetch-Site, and by Origin on every cross-site POST. Programs without either (a payment
 * provider's webhook, curl) carry no visitor's cookies and are let through.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return false
  const origin = request.headers.get('origin')
  if (origin === null) return true
  if (origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.get('host')
}
