import { isPrivatePath, keyAddresses } from '../access/secret-addresses.ts'

/** What is stored, at most. */
const [maxPath, maxTarget] = [400, 600]

/** Addresses that belong to the admin area, to programs, to one buyer, or to files: no redirect is looked up there. */
const closed = [
  ...keyAddresses,
  ...['/admin/', '/api/', '/certificate-pictures/', '/gold-price/', '/media/', '/assets/'],
  ...['/.well-known/', '/.netlify/'],
]

export type Wrong = { why: string }

/** The address as redirects are looked up: decoded, without a slash at its end; null where it is not encoded rightly. */
export function redirectKey(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  } catch {
    return null
  }
}

/** Of a target, which may have a query and a fragment. */
export const targetKey = (target: string): string | null =>
  redirectKey(target.replace(/[?#].*$/s, ''))

/** Where a redirect may begin, as staff typed or pasted it [SEO-12]. */
export function readOldPath(typed: string, origin: string): string | Wrong {
  const path = onSite(typed, origin)
  if (path === null) return { why: startsWithSlash }
  if (/[?#]/.test(path)) return { why: 'Remove the ? or # and everything after it.' }
  const key = redirectKey(path)
  if (key === null || /^\/\/|[?#\p{Cc}]/u.test(key))
    return { why: 'This address is not encoded correctly.' }
  if (key.length > maxPath) return { why: `Use no more than ${maxPath} characters.` }
  if (key === '/') return { why: 'The home page can’t be redirected.' }
  const folder = `${key}/`.toLowerCase()
  if (closed.some((prefix) => folder.startsWith(prefix))) {
    return { why: `Addresses that begin with /${key.split('/')[1]} can’t be redirected.` }
  }
  return key
}

/** Where a redirect may lead: a path on this site, as a browser sends it [SEO-12]. */
export function readTarget(typed: string, origin: string): string | Wrong {
  const path = onSite(typed, origin)
  if (path === null) return { why: startsWithSlash }
  if (isPrivatePath(path) || /^\/api(\/|$)/.test(path)) return { why: 'Enter a page of the shop.' }
  if (path.length > maxTarget) return { why: `Use no more than ${maxTarget} characters.` }
  return targetKey(path) === null ? { why: 'This address is not encoded correctly.' } : path
}

const startsWithSlash =
  'Enter a web address on this site: a path that starts with /, or the full address.'

/** No address that is typed can name it. */
const nowhere = 'https://nowhere.invalid'

/** From the first slash on, as a browser sends it; null for what is no address of this site. */
function onSite(typed: string, origin: string): string | null {
  const text = typed.trim()
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text
  if (!/^\/[^\s\\\p{Cc}]*$/u.test(path) || !URL.canParse(path, nowhere)) return null
  const url = new URL(path, nowhere)
  const sent = url.pathname + url.search + url.hash
  // To a browser, two slashes are the start of another site; without its dots, `/.//` is two slashes as well.
  return url.origin === nowhere && !sent.startsWith('//') ? sent : null
}

/** One step further for a target that was redirected later, and never back to where it began. */
export function flattened(redirects: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const flat = new Map<string, string>()
  for (const [path, target] of redirects) {
    const further = redirects.get(targetKey(target) ?? '') ?? target
    if (targetKey(further) !== path) flat.set(path, further)
  }
  return flat
}
