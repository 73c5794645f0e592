/**
 * The public addresses whose answers are kept, with the query parameters that they read. Anything
 * else in a query makes no separate answer, so that nobody can fill the memory with ?x=1.
 */
const addresses: readonly { path: RegExp; query?: readonly string[]; isProduct?: true }[] = [
  { path: /^\/$/ },
  { path: /^\/products$/, query: ['category', 'checkout', 'page', 'q'] },
  { path: /^\/product\/[^/]+$/, query: ['checkout', 'size'], isProduct: true },
  { path: /^\/gold-price$/, query: ['piece', 'range', 'size'] },
  {
    path: /^\/(our-story|custom-work|guarantees|(material|laser-weight|recast)-guarantee|contact)$/,
  },
  { path: /^\/(privacy-policy|terms-and-conditions)$/ },
  { path: /^\/blog$/, query: ['page'] },
  { path: /^\/(blog|qa)\/[^/]+$/ },
  { path: /^\/qa$/ },
  { path: /^\/certificate\/[0-9a-hjkmnp-tv-z]{26}(\.json|\.pdf)?$/ },
  { path: /^\/\.netlify\/functions\/gold$/ },
  { path: /^\/api\/gold-price\/history$/, query: ['range'] },
  { path: /^\/(sitemap(-[1-9]\d?)?\.xml|merchant-feed\.xml|robots\.txt)$/ },
]

/** Longer addresses are answered, and not kept. */
const maxLength = 600

/**
 * The key of the size that an address of a product asks for, as it is stored; null where the product has
 * no such size, undefined where this process cannot tell now.
 */
export type SizeKeyOf = (productId: string, asked: string) => string | null | undefined

/**
 * The one address under which an answer is kept: known parameters alone, in order, the first of each.
 * Of a product's sizes those it has, in one spelling [SIZEURL-07]. Null for what is not kept. React Router
 * asks for the data of a page under its address with `.data`.
 */
export function cachedAddress(url: string, sizeKeyOf: SizeKeyOf): string | null {
  if (url.length > maxLength) return null
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const page = path === '/_root.data' || path === '/_.data' ? '/' : path.replace(/\.data$/, '')
  const known = addresses.find((each) => each.path.test(page))
  if (!known) return null
  if (mark === -1) return path
  const asked = new URLSearchParams(url.slice(mark + 1))
  // A part of the data alone: no link of ours asks for it.
  if (asked.has('_routes')) return null
  const kept = new URLSearchParams()
  for (const name of known.query ?? []) {
    const value = asked.get(name)
    if (value === null) continue
    const read = known.isProduct ? productValue(page, name, value, sizeKeyOf) : value
    if (read === undefined) return null
    if (read !== null) kept.set(name, read)
  }
  const query = kept.toString()
  return query ? `${path}?${query}` : path
}

function productValue(page: string, name: string, value: string, sizeKeyOf: SizeKeyOf) {
  if (name === 'checkout') return value === 'cancelled' ? value : null
  try {
    return sizeKeyOf(decodeURIComponent(page.slice('/product/'.length)), value)
  } catch {
    return undefined
  }
}
