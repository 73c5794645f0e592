import { load } from 'cheerio'
import fc from 'fast-check'
import {
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
} from 'react-router'
import { expect, it } from 'vitest'
import { addressesPerFile, sitemapFiles } from '#app/.server/content/queries/sitemap.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import routes from '#app/routes.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { catalogOf } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { loader } from './sitemap.ts'

const origin = 'https://shop.example'
const [pendant] = builtInPendants as [Product]
const secondOf = (n: number) => Date.UTC(2026, 0, 1) / 1000 + n

/** So many products, the newest first; `p1` is the oldest, saved in second 1 of the year. */
function shopOf(count: number) {
  const app = testShop({ db: null, publicUrl: origin })
  const numbers = Array.from({ length: count }, (_, at) => count - at)
  app.cache.catalog = {
    ...catalogOf(numbers.map((n) => ({ ...pendant, id: `p${n}` }))),
    versions: new Map(numbers.map((n) => [`p${n}`, `1 ${secondOf(n)}`])),
  }
  return app
}

async function fileOf(app: ReturnType<typeof shopOf>, path = '/sitemap.xml') {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const args = { request: new Request(origin + path), context, params: {} }
  const response = await loader(args as unknown as LoaderFunctionArgs)
  const text = await response.text()
  const $ = load(text, { xml: true })
  const locs = $('loc')
    .toArray()
    .map((loc) => $(loc).text())
  return { answer: response, text, $, locs }
}

it('is one file up to 5,000 addresses, each product with the time it was saved [SEO-03, SEO-05]', async () => {
  const app = shopOf(3)
  const { answer, $, locs } = await fileOf(app)
  expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  expect($('urlset > url')).toHaveLength(locs.length)
  expect(locs.slice(0, 2)).toEqual([`${origin}/`, `${origin}/products`])
  expect(locs.slice(-3)).toEqual([1, 2, 3].map((n) => `${origin}/product/p${n}`))
  // Only what was noted: nobody knows when a page of texts was changed.
  expect($('lastmod')).toHaveLength(3)
  expect($('url').last().find('lastmod').text()).toBe('2026-01-01T00:00:03.000Z')
  expect((await fileOf(app, '/sitemap-1.xml')).answer.status).toBe(404)
})

it('is an index beyond that, whose files name every page once [SEO-05]', async () => {
  const count = 2 * addressesPerFile + 1
  const app = shopOf(count)
  const { text, $, locs } = await fileOf(app)
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http/)
  expect(locs).toEqual([1, 2, 3, 4].map((n) => `${origin}/sitemap-${n}.xml`))
  expect($('lastmod')).toHaveLength(0)
  const named: string[] = []
  for (const loc of locs) named.push(...(await fileOf(app, new URL(loc).pathname)).locs)
  expect(new Set(named).size).toBe(named.length)
  expect(named.filter((each) => each.includes('/product/'))).toHaveLength(count)
  for (const path of ['/', '/products', '/qa', '/blog']) expect(named).toContain(origin + path)
  for (const path of ['/sitemap-0.xml', '/sitemap-5.xml']) {
    expect((await fileOf(app, path)).answer.status, path).toBe(404)
  }
})

it('is found at the addresses that the index names, and takes no other page’s [SEO-05]', () => {
  const found = (path: string) => {
    const match = matchRoutes(routes as RouteObject[], path)?.at(-1)
    return [match?.route.id ?? match?.route.path, match?.params]
  }
  expect(found('/sitemap-12.xml')).toEqual(['sitemap-12', {}])
  expect(found('/other.xml')).toEqual(['*', { '*': 'other.xml' }])
  expect(found('/sitemap-01.xml')).toEqual(['*', { '*': 'sitemap-01.xml' }])
  expect(found('/sitemap.xml')).toEqual(['sitemap.xml', {}])
  expect(found('/blog/feed.xml')).toEqual(['blog/feed.xml', {}])
  expect(found('/nowhere')).toEqual(['*', { '*': 'nowhere' }])
})

it('keeps all files but the last as they were where a product is new [SEO-05]', async () => {
  const anyCount = fc.integer({ min: addressesPerFile, max: 4 * addressesPerFile })
  await fc.assert(
    fc.asyncProperty(anyCount, async (count) => {
      const before = await sitemapFiles(shopOf(count))
      const after = await sitemapFiles(shopOf(count + 1))
      for (const [at, file] of before.slice(0, -1).entries()) expect(after[at]).toEqual(file)
      for (const file of after) expect(file.length).toBeLessThanOrEqual(addressesPerFile)
    }),
    { numRuns: 5 },
  )
})
