import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const line = { productId: '7', size: 'Small', quantity: 1 }
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('requests from elsewhere', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('are refused when they would change something: %o [SEC-02]', async (headers) => {
    const response = await post('/api/quote', JSON.stringify({ lines: [line] }), headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'wrong_origin' } })
  })

  it('are let through from the shop itself and from programs [SEC-02]', async () => {
    const body = JSON.stringify({ lines: [line] })
    expect((await post('/api/quote', body, { origin: shop.url })).status).toBe(200)
    expect((await post('/api/quote', body)).status).toBe(200)
  })
})

describe('requests out of form', () => {
  it('over 1 MB get 413 [SEC-05]', async () => {
    const response = await post('/api/quote', JSON.stringify({ lines: 'x'.repeat(2_000_000) }))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'too_large' } })
  })

  it.each(['/api/quote', '/api/create-checkout-session', '/api/bought-cart'])(
    'to %s that are not JSON get 400 in the one form [SEC-05]',
    async (path) => {
      for (const body of ['', '{', 'lines=1', '[1', '[]', 'null', 'true', '"x"', '12']) {
        const response = await post(path, body)
        expect(response.status, body).toBe(400)
        const answer = await response.json()
        expect(answer.error.code).toBeTypeOf('string')
        expect(answer.error.message).toBeTypeOf('string')
      }
    },
  )

  it('with an unknown method get 405 and what is allowed [SEC-05]', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(`${shop.url}/api/quote`, { method })
      expect(response.status, method).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
    }
  })

  it.each(['/', '/product/7', '/product/7.data', '/guarantee', '/sitemap.xml', '/healthz'])(
    'to %s with a method it has not get 405 in the one form, and what is allowed [SEC-05]',
    async (path) => {
      for (const method of ['DELETE', 'OPTIONS', 'PROPFIND']) {
        const response = await fetch(shop.url + path, { method, redirect: 'manual' })
        // A redirect may send any method on its way.
        if (response.status === 301) continue
        expect(response.status, method).toBe(405)
        expect(response.headers.get('allow'), method).toContain('GET')
        expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
      }
    },
  )

  it('to an unknown API address get 404 in the one form [SEC-05]', async () => {
    const response = await fetch(`${shop.url}/api/no-such-thing`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  })

  it.each([
    '/%E0%A4%A',
    '/product/%00',
    `/product/${'x'.repeat(8000)}`,
    '/product/..%2f..%2fetc',
    '//evil.example',
    '/products?q=%FF',
  ])('with a strange address %s get a 4xx or a page, never a failure [SEC-05]', async (path) => {
    const response = await fetch(shop.url + path, { redirect: 'manual' })
    expect(response.status).toBeLessThan(500)
  })
})

it('an address that no route can match is not found, in its title too [ROUTE-02]', async () => {
  const response = await fetch(`${shop.url}/nothing%0d%0ahere`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('<title>Page Not Found')
})

it('whether a cart was paid is told to who has the signature of its quote, and keeps no page [CART-17]', async () => {
  const tag = async () => (await fetch(`${shop.url}/product/7`)).headers.get('etag')
  const before = await tag()
  const asks = (quote: unknown) => post('/api/bought-cart', JSON.stringify({ quote }))
  for (const quote of ['', 'FN-26-0001', 'staff:1', `${'a'.repeat(42)}\0`, 'a'.repeat(200), 7]) {
    const refused = await asks(quote)
    expect(refused.status, String(quote)).toBe(400)
  }
  expect((await asks('a'.repeat(2_000))).status).toBe(413)
  const unknown = await asks('a'.repeat(43))
  expect([unknown.status, await unknown.json()]).toEqual([200, { lines: null }])
  expect(unknown.headers.get('cache-control')).toBe('no-store')
  expect(unknown.headers.get('set-cookie')).toBeNull()
  expect(await tag()).toBe(before)
  const statuses = new Set<number>()
  for (let request = 0; request < 60; request += 1) {
    statuses.add((await asks('a'.repeat(43))).status)
  }
  expect([...statuses]).toEqual([200, 429])
  // What a cart costs is told all the same.
  expect((await post('/api/quote', JSON.stringify({ lines: [line] }))).status).toBe(200)
})

describe('too many requests', () => {
  it('for quotes get 429 with Retry-After [SEC-03]', async () => {
    const own = await openBuiltShop()
    const ask = () =>
      fetch(`${own.url}/api/quote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ lines: [line] }),
      })
    const spellings = [
      '/api/quote/',
      '/API/Quote',
      '/api/quote//',
      '/api/%71uote',
      '/api/quote.data',
    ]
    const statuses = new Map<number, number>()
    let refused: Response | undefined
    for (let request = 0; request < 125; request += 1) {
      const response = await ask()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status === 429) refused = response
    }
    expect(statuses.get(200)).toBe(120)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ error: { code: 'too_many_requests' } })
    for (const path of spellings) {
      expect((await fetch(own.url + path, { method: 'POST', body: '{}' })).status, path).toBe(429)
    }
    await own.close()
  })

  it('for checkouts get 429 with Retry-After [SEC-03]', async () => {
    const own = await openBuiltShop()
    const statuses = []
    for (let request = 0; request < 62; request += 1) {
      const response = await fetch(`${own.url}/api/create-checkout-session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"amount":1}',
      })
      statuses.push(response.status)
      if (response.status === 429) expect(response.headers.get('retry-after')).toBeTruthy()
    }
    expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true)
    expect(statuses.slice(60)).toEqual([429, 429])
    await own.close()
  })
})

describe('secrets', () => {
  it('stand in no answer, page or log [SEC-06]', async () => {
    const secret = 'a-secret-of-thirty-two-characters-or-more'
    const lines: string[] = []
    const { pino } = await import('pino')
    const own = await openBuiltShop(
      { SESSION_SECRET: secret, GOLDAPI_IO_KEY: 'feed-key-4711' },
      pino({ level: 'debug' }, { write: (entry: string) => lines.push(entry) }),
    )
    const pages = ['/', '/products', '/product/7', '/readyz', '/healthz', '/nothing']
    const texts = await Promise.all(
      pages.map((page) => fetch(own.url + page).then((response) => response.text())),
    )
    await fetch(`${own.url}/api/quote`, { method: 'POST', body: secret.slice(0, 8) })
    await own.close()
    for (const text of [...texts, ...lines]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain('feed-key-4711')
    }
  })
})
