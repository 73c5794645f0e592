import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRequestLimit } from '#app/.server/platform/http/limits/request-limit.ts'
import routes from '#app/routes.ts'
import { built, openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { ask } from './raw-request.ts'
import { addresses, type RouteEntry } from './route-addresses.ts'

const points = 3
const files = [
  '/assets/nothing.js',
  '/pendants/fir-cone.jpg',
  '/pendants/fir-cone.svg',
  '/media/0123456789abcdef-01234567-10x10-50x50.jpg',
  '/certificate-pictures/nothing.jpg',
  '/pictures/nothing.jpg',
  '/share/home.jpg',
  '/favicon.ico',
  '/__manifest?paths=/products&version=x',
  '/_root.data',
  '/products.data?_routes=root',
  '/nothing-here',
]

let shop: TestShop
let url: string
let close: () => Promise<void>
beforeAll(async () => {
  shop = await openBuiltShop({ TRUST_PROXY: '1' })
  // The deployed server, with a limit that is reached soon.
  const requestLimit = openRequestLimit(shop.app, { points, seconds: 3600 })
  const listening = await built.listen({ ...built.host(shop.app), requestLimit }, '127.0.0.1', 0)
  url = listening.url
  close = listening.close
})
afterAll(async () => {
  await close?.()
  await shop?.close()
})

it('every address gives 429 to a network that asks too often, and to no other [LIMIT-07]', async () => {
  const all = [...addresses(routes as RouteEntry[], ''), ...files]
  expect(all.length).toBeGreaterThan(100)
  for (const [at, path] of all.entries()) {
    // Answered for as long as it is open.
    const isOpenPage = path === '/api/gold-price/stream'
    const headers = { 'X-Forwarded-For': `203.0.${at >> 8}.${at & 255}`, accept: 'text/html' }
    const last = []
    for (let count = 0; count <= points; count += 1) {
      if (isOpenPage && count < points) await ask(url, '/', { headers })
      else last.push(await ask(url, path, { headers }))
    }
    const { status, headers: given } = last.at(-1) ?? {}
    expect([path, status]).toEqual([path, 429])
    expect(Number(given?.['retry-after'])).toBeGreaterThan(0)
    expect(last.slice(0, -1).map((answer) => answer.status)).not.toContain(429)
  }
})

it('no address that would be read as another is answered, or made for the cache [EDGE-05]', async () => {
  const headers = { 'X-Forwarded-For': '10.0.0.1' }
  for (const path of [
    '/blog/..\\api\\gold-price\\stream',
    '/product/x\\..\\..\\product\\7',
    `/product/..\\order\\${'x'.repeat(32)}`,
    '/product/../products',
    '/product/%2e%2e/products',
  ]) {
    const { status, text } = await ask(url, path, { headers })
    expect([path, status]).toEqual([path, 400])
    expect(text).toContain('"malformed_')
  }
})
