/** Most addresses of the shop, which nothing would rewrite. */
const plain = /^(?:\/[\w-]+)+(?:\.\w+)?(?:$|\?)/

/**
 * The longest path of the shop has 6 segments, and an address of a journal post up to 200 characters,
 * each written as up to three. The router looks at every segment of a path for each page it renders, at
 * about half a millisecond of processor time each [ATTACK-12].
 */
export const maxPath = { characters: 1000, segments: 16 } as const

/** So many paths a page can ask the list of routes for; each takes the router about 0.1 ms. */
export const maxListedPaths = 200

/** A path or query that would cost the router much time. */
export function isTooLong(target: string): boolean {
  const { path, query } = partsOf(target)
  if (isLongPath(path)) return true
  if (path !== '/__manifest') return false
  const listed = new URLSearchParams(query).getAll('paths').join(',').split(',')
  return listed.length > maxListedPaths || listed.some(isLongPath)
}

function isLongPath(path: string): boolean {
  if (path.length > maxPath.characters) return true
  return path.length > maxPath.segments && path.split('/').length - 1 > maxPath.segments
}

/** PostgreSQL stores no NUL, and no address of the shop has one [ATTACK-14]. */
export const hasNul = (target: string): boolean => /%00/.test(target)

function partsOf(target: string): { path: string; query: string } {
  // The absolute form, as a proxy may send it (RFC 9112, 3.2.2).
  const own = target.replace(/^https?:\/\/[^/?#\\]+/i, '')
  const mark = own.indexOf('?')
  const path = mark === -1 ? own : own.slice(0, mark)
  return { path: path || '/', query: mark === -1 ? '' : own.slice(mark + 1) }
}

/**
 * Whether the path of a request reads as it was sent. `new URL()` turns `\` into `/`, takes `..` and
 * `%2e%2e` away and drops tabs, so that a cache, a router and a log could each see another address
 * than the one that was requested [EDGE-05].
 */
export function isAsSent(target: string): boolean {
  if (plain.test(target) || target === '/') return true
  const { path } = partsOf(target)
  const read = URL.parse(`http://shop.invalid${path}`)
  return read !== null && read.pathname === path
}
