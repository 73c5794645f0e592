import { createHash } from 'node:crypto'
import { isPrivatePath } from '#app/domain/access/secret-addresses.ts'

/**
 * Inline scripts are allowed by hash, never by `unsafe-inline` [SEC-01]. A nonce in the page would
 * differ for every visitor and forbid keeping pages; so each of our own scripts is rendered with a
 * secret mark, hashed, and the mark taken out again. A script that a third party smuggled into some
 * text cannot know the mark, gets no hash, and does not run.
 */
export function hashInlineScripts(html: string, mark: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>()
  const marked = ` nonce="${mark}"`
  const hashed = html.replace(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    (whole, attributes: string, body: string) => {
      if (!attributes.includes(marked)) return whole
      if (body !== '') hashes.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
      return `<script${attributes.replace(marked, '')}>${body}</script>`
    },
  )
  return { html: hashed.replaceAll(marked, ''), hashes: [...hashes] }
}

/** Where browsers report what a page was refused, by either of two ways: older ones know the first. */
const reportsAddress = '/api/reports'

/**
 * The policy of every answer. Pages add the hashes of their inline scripts; `pictures` names
 * sources besides https ones that pictures may come from.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  pictures: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    // Product pictures may be on any https site [D13].
    `img-src ${["'self'", 'https:', ...pictures].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // Browsers hold the redirect that answers a form to this too: to a page of another origin, as
    // Stripe's, a script or a page of ours leads on.
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${reportsAddress}`,
    'report-to default',
  ].join('; ')
}

/**
 * Of every answer [SEC-01]. `https`: browsers stay on it from then on. A private address is sent to no
 * other site (not `no-referrer`, with which browsers also hide the origin of a form's own POST).
 */
export function setSecurityHeaders(headers: Headers, path: string, https: boolean): void {
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', contentSecurityPolicy())
  }
  headers.set('Reporting-Endpoints', `default="${reportsAddress}"`)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  headers.set(
    'Referrer-Policy',
    isPrivatePath(path) ? 'same-origin' : 'strict-origin-when-cross-origin',
  )
  headers.set(
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  )
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}
