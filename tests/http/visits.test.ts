import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitCounts } from '#app/.server/platform/db/report-schema.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop({ TRUST_PROXY: '1' })
  await shop.goldBecomes('130')
})
afterAll(() => shop?.close())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(shop.url + path, {
    redirect: 'manual',
    headers: {
      'User-Agent': browser,
      Accept: 'text/html,*/*',
      'X-Forwarded-For': '203.0.113.7',
      ...headers,
    },
  })
  await answer.arrayBuffer()
  return answer
}

/** What was counted since the last call. */
async function counted() {
  const { page, product, source, cart } = shop.app.visits.take()
  return Object.fromEntries([...page, ...product, ...source, ...cart])
}

it('counts pages from memory and rendered ones, products, and where visits came from [VISIT-01]', async () => {
  await get('/')
  const { headers } = await get('/')
  await get('/', { 'If-None-Match': headers.get('etag') ?? '' })
  await get('/product/7?size=small', { Referer: 'https://www.google.com/' })
  await get('/gold-price/proof', { Referer: `${shop.url}/gold-price` })
  await get('/product/7.data', { Accept: '*/*', Referer: `${shop.url}/products` })
  // A page that loads its own data again.
  await get('/gold-price.data', { Accept: '*/*', Referer: `${shop.url}/gold-price` })
  expect(await counted()).toEqual({
    '/': 3,
    7: 2,
    '/gold-price/proof': 1,
    direct: 3,
    'google.com': 1,
  })
})

it('leaves out programs, prefetches, staff, and what is no page [VISIT-02]', async () => {
  await get('/', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await get('/', { 'User-Agent': '' })
  await get('/products', { 'Sec-Purpose': 'prefetch;prerender' })
  await get('/product/7.data', { 'Sec-Purpose': 'prefetch' })
  await get('/products', { 'Sec-Fetch-Dest': 'iframe' })
  await get('/products', { Accept: 'image/avif' })
  await get('/', { Cookie: 'theme=dark; shop-admin.session_token=x' })
  await get('/product/none')
  await get('/blog/none')
  await get('/guarantee')
  await get('/order/secret')
  await fetch(shop.url, { method: 'HEAD', headers: { 'User-Agent': browser } })
  expect(await counted()).toEqual({})
})

it('one network adds a bounded number, and nothing of it is stored [VISIT-03, VISIT-04]', async () => {
  const from = { 'X-Forwarded-For': '198.51.100.9' }
  for (let at = 0; at < 300; at += 1) await get('/contact', from)
  await get('/contact')
  expect((await counted())['/contact']).toBe(121)
  shop.clock.advance({ minutes: 61 })
  await get('/contact', from)
  expect((await counted())['/contact']).toBe(1)
  const columns = Object.keys(visitCounts).sort()
  expect(columns).toEqual(expect.arrayContaining(['count', 'day', 'key', 'kind']))
})

it('counts a cart that was begun, by the shop’s own answer [VISIT-01]', async () => {
  const quote = (more: object) =>
    fetch(`${shop.url}/api/quote`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': browser },
      body: JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }], ...more }),
    })
  expect((await quote({ begun: true })).status).toBe(200)
  expect((await quote({})).status).toBe(200)
  expect((await quote({ begun: 'nonsense' })).status).toBe(200)
  expect(await counted()).toEqual({ begun: 1 })
})

it('stores what is counted when the shop stops [VISIT-04]', async () => {
  const other = await openBuiltShop()
  await fetch(other.url, { headers: { 'User-Agent': browser, Accept: 'text/html' } })
  const { close, app } = other
  const stored: unknown[] = []
  const { execute } = app.db.orm
  app.db.orm.execute = ((query: never) => {
    stored.push(query)
    return execute.call(app.db.orm, query)
  }) as typeof execute
  await close()
  expect(app.visits.take().page.size).toBe(0)
  expect(stored.length).toBeGreaterThan(0)
})
