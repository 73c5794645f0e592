/**
 * The address of a product's picture, as a browser would ask for it: https, or a path on this site
 * [IMG-06, D13]. Null for anything else: `javascript:`, `data:`, plain `http:`, `//elsewhere`.
 */
export function pictureAddress(text: string): string | null {
  const typed = text.trim()
  // A path that begins with two slashes, of either kind, leads to another site.
  if (/^\/(?![/\\])/.test(typed)) return pathOnThisSite(typed)
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  return url.protocol === 'https:' ? url.href : null
}

/** Only to see where the address leads; never asked for. */
const thisSite = 'https://this-site.example'

function pathOnThisSite(typed: string): string | null {
  if (!URL.canParse(typed, thisSite)) return null
  const url = new URL(typed, thisSite)
  const path = url.href.slice(thisSite.length)
  return url.origin === thisSite && /^\/(?!\/)/.test(path) ? path : null
}
