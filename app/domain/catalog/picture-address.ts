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
