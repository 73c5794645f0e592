/** Most addresses of the shop, which nothing would rewrite. */
const plain = /^(?:\/[\w-]+)+(?:\.\w+)?(?:$|\?)/

/**
 * Whether the path of a request reads as it was sent. `new URL()` turns `\` into `/`, takes `..` and
 * `%2e%2e` away and drops tabs, so that a cache, a router and a log could each see another address
 * than the one that was asked for [EDGE-05].
 */
export function isAsSent(target: string): boolean {
  if (plain.test(target) || target === '/') return true
  // The absolute form, as a proxy may send it (RFC 9112, 3.2.2).
  const own = target.replace(/^https?:\/\/[^/?#\\]+/i, '')
  const path = own.replace(/\?.*$/s, '') || '/'
  const read = URL.parse(`http://shop.invalid${path}`)
  return read !== null && read.pathname === path
}
