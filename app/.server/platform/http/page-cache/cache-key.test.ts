import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cachedAddress } from './cache-key.ts'

/** Of product 7 alone; nobody knows of a new one. */
const sizeKeyOf = (id: string, asked: string) => {
  if (id === 'new') return undefined
  return id === '7' && asked.toLowerCase() === 'large' ? 'Large' : null
}

it.each([
  ['/', '/'],
  ['/?utm_source=letter&x=1', '/'],
  ['/products?q=raven&page=2&x=1&page=3', '/products?page=2&q=raven'],
  ['/products?page=2&q=raven', '/products?page=2&q=raven'],
  ['/product/7?fbclid=abc', '/product/7'],
  ['/product/7?checkout=cancelled', '/product/7?checkout=cancelled'],
  ['/product/7?checkout=x', '/product/7'],
  ['/product/7?size=large&x=1&size=Small', '/product/7?size=Large'],
  ['/product/7?size=Large&checkout=cancelled', '/product/7?checkout=cancelled&size=Large'],
  ['/product/7.data?size=Large', '/product/7.data?size=Large'],
  ['/product/7?size=Unheard', '/product/7'],
  ['/product/8?size=Large', '/product/8'],
  ['/product/7.data', '/product/7.data'],
  ['/_root.data?x=1', '/_root.data'],
  ['/gold-price?range=year&piece=7&size=Small', '/gold-price?piece=7&range=year&size=Small'],
  ['/.netlify/functions/gold?cache=no', '/.netlify/functions/gold'],
  ['/sitemap.xml', '/sitemap.xml'],
  ['/sitemap-1.xml?x=1', '/sitemap-1.xml'],
  ['/sitemap-12.xml', '/sitemap-12.xml'],
  ['/blog/feed.xml', '/blog/feed.xml'],
  ['/merchant-feed.xml?x=1', '/merchant-feed.xml'],
])('%s is kept as %s [CACHE-01]', (url, address) => {
  expect(cachedAddress(url, sizeKeyOf)).toBe(address)
})

it.each([
  '/admin',
  '/admin/login',
  '/admin/dashboard/orders',
  '/order/abc',
  '/order/abc.data',
  '/test-payment/abc',
  '/api/quote',
  '/api/gold-price/stream',
  '/healthz',
  '/readyz',
  '/nowhere',
  '/sitemap-0.xml',
  '/nowhere.xml',
  '/product/7/more',
  '/product/new?size=Large',
  '/product/%?size=Large',
  '//evil.example/',
  '/products.data?_routes=root',
  `/products?q=${'a'.repeat(700)}`,
  'http://evil.example/',
  '*',
])('%s is not kept [CACHE-04]', (url) => {
  expect(cachedAddress(url, sizeKeyOf)).toBeNull()
})

it('makes one address of all that differ in unknown parameters and order [CACHE-01, CACHE-06]', () => {
  const anyName = fc
    .string()
    .filter((name) => !['q', 'page', 'category', 'checkout'].includes(name))
  fc.assert(
    fc.property(fc.array(fc.tuple(anyName, fc.string()), { maxLength: 5 }), (unknown) => {
      const query = new URLSearchParams([...unknown, ['page', '2'], ['q', 'x y']]).toString()
      const address = cachedAddress(`/products?${query}`, sizeKeyOf)
      if (query.includes('_routes=') || query.length > 580) return
      expect(address).toBe('/products?page=2&q=x+y')
      expect(cachedAddress(address ?? '', sizeKeyOf)).toBe(address)
    }),
  )
})

it('makes one address of a product and one of each size, whatever is asked for [SIZEURL-07]', () => {
  const query = fc.array(
    fc.tuple(
      fc.constantFrom('size', 'checkout', 'utm', 'SIZE'),
      fc.oneof(fc.string(), fc.constantFrom('Large', 'LARGE', 'cancelled')),
    ),
    { maxLength: 4 },
  )
  const known = ['', '?size=Large', '?checkout=cancelled', '?checkout=cancelled&size=Large']
  fc.assert(
    fc.property(query, (parts) => {
      const address = cachedAddress(`/product/7?${new URLSearchParams(parts)}`, sizeKeyOf)
      expect(known.map((each) => `/product/7${each}`)).toContain(address)
    }),
  )
})
