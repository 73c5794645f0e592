/**
 * The address of a product's picture, as a browser would ask for it: https, or a path on this site
 * [IMG-06, D13]. Null for anything else: `javascript:`, `data:`, plain `http:`, `//elsewhere`.
 */
export function pictureAddress(text: string): string | null {
  const input = text.trim()
  // A path that begins with two slashes, of either kind, leads to another site.
  if (/^\/(?![/\\])/.test(input)) return pathOnThisSite(input)
  if (!URL.canParse(input)) return null
  const url = new URL(input)
  return url.protocol === 'https:' ? url.href : null
}

/** Only to see where the address leads; never asked for. */
const thisSite = 'https://this-site.example'

function pathOnThisSite(input: string): string | null {
  if (!URL.canParse(input, thisSite)) return null
  const url = new URL(input, thisSite)
  const path = url.href.slice(thisSite.length)
  return url.origin === thisSite && /^\/(?!\/)/.test(path) ? path : null
}

const allowed = ['http', 'https', 'mailto', 'tel']

/**
 * Whether a link in a description may lead there [D12]: http, https, mailto, tel, or relative.
 * Browsers overlook blanks and control characters in a scheme, so these are taken out first; `//`
 * names another site without a scheme and is refused, as it is at save and at render.
 */
export function isAllowedLink(address: string): boolean {
  const bare = address.replace(/[\p{Cc}\p{Z}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
  if (bare === '' || /^[/\\]{2}/.test(bare)) return false
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1]
  return scheme === undefined || allowed.includes(scheme.toLowerCase())
}
