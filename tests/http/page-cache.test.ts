import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { changeProducts } from '#tests/support/products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
  await shop.goldBecomes('130')
})
afterAll(() => shop?.close())

const get = (path: string, init: RequestInit = {}) => fetch(shop.url + path, init)
const quote = () =>
  get('/api/quote', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] }),
  })

it('pages and answers keep their tag until something changes, and never another Host [CACHE-01, CACHE-04]', async () => {
  for (const path of ['/', '/products', '/product/7', '/product/7.data', '/gold-price', '/qa']) {
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect(first.status, path).toBe(200)
    expect(tag, path).not.toBe('')
    const again = await get(`${path}?utm_source=letter`, {
      headers: { 'If-None-Match': tag, 'X-Forwarded-Host': 'evil.example' },
    })
    expect(again.status, path).toBe(304)
    expect(await first.text()).not.toContain('evil.example')
  }
  for (const path of ['/admin/login', '/healthz', '/nowhere', '/product/unknown', '/order/none']) {
    expect((await get(path)).headers.get('etag'), path).toBeNull()
  }
})

it('a new price, product or setting shows on the next request [CACHE-02]', async () => {
  const shown = async (path: string) => (await get(path)).text()
  expect(await shown('/product/7')).toContain('$130.00')
  await shop.goldBecomes('131')
  expect(await shown('/product/7')).toContain('$131.00')
  expect(await (await get('/.netlify/functions/gold')).json()).toMatchObject({ pricePerGram: 131 })
  await changeProducts(shop.app, { name: 'A Name of Its Own' })
  for (const path of ['/product/7', '/products', '/']) {
    expect(await shown(path), path).toContain('A Name of Its Own')
  }
})

it('time alone ends a page: the price turns stale on it [CACHE-05, LIVE-02]', async () => {
  const state = async () => (await (await get('/.netlify/functions/gold')).json()).state
  expect(await state()).toBe('set by hand')
  const fresh = (await get('/product/7')).headers.get('etag')
  shop.clock.advance({ minutes: 60 * 24 * 5 })
  expect(await state()).toBe('stale')
  expect((await get('/product/7')).headers.get('etag')).not.toBe(fresh)
})

it('midnight of the shop ends a page that says when a piece arrives [FACTS-05]', async () => {
  const arrives = async () =>
    /Order by \w+ \d+ for estimated delivery [\w ]+/.exec(
      (await (await get('/product/7')).text()).replace(/<[^>]+>/g, ''),
    )?.[0]
  const today = await arrives()
  expect(today).toBeDefined()
  // A day has 25 hours at most.
  shop.clock.advance({ minutes: 60 * 25 })
  expect(await arrives()).toBeDefined()
  expect(await arrives()).not.toBe(today)
})

it('without a database pages are shown, the price is marked, and nothing is sold [CACHE-07]', async () => {
  await shop.app.db.close()
  const page = await get('/product/7')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('A Name of Its Own')
  expect(await (await get('/.netlify/functions/gold')).json()).toMatchObject({ state: 'stale' })
  // A minute later what was kept is over, and what was read last still serves.
  shop.clock.advance({ minutes: 15 })
  expect(await (await get('/product/7')).text()).toContain('A Name of Its Own')
  expect((await quote()).status).toBe(503)
})
