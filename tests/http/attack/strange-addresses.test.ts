import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLimits } from '#app/.server/platform/http/limits/read-limits.ts'
import { maxListedPaths, maxPath } from '#app/.server/platform/http/request-target.ts'
import routes from '#app/routes.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { isDrawnMore } from '#tests/support/draws.ts'
import { ask } from './raw-request.ts'
import { addresses, type RouteEntry } from './route-addresses.ts'

/** Addresses that cost much to route, that no row can have, or that no page takes a form at. */

const all = routes as RouteEntry[]
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let shop: TestShop
let cookie: string
let failures: string[] = []
beforeAll(async () => {
  const write = (line: string) => void (line.includes('"level":50') && failures.push(line))
  shop = await openBuiltShop({ TRUST_PROXY: '1' }, pino({ level: 'info' }, { write }))
  cookie = await signedInCookie(shop.app, await firstAdmin(shop.app))
})
afterAll(() => shop?.close())

it.each([
  ['GET', '/a'],
  ['HEAD', '/a'],
  ['POST', '/a'],
  ['GET', '/assets'],
  ['GET', '/media'],
  ['GET', '/admin'],
  ['GET', '/order/x/documents'],
  ['GET', '/product'],
  ['GET', '/api'],
])(
  '%s of a path of thousands of parts under %s is refused before it is routed [ATTACK-12]',
  async (method, path) => {
    const begun = process.cpuUsage()
    const long = [`${path}${'/a'.repeat(7000)}`, `${path}${'/'.repeat(7000)}`]
    const wide = `${path}/${'a'.repeat(maxPath.characters)}`
    for (const address of [...long, wide, `http://shop.test${wide}`]) {
      const { status, text } = await ask(shop.url, address, { method, headers: form })
      expect(status).toBe(414)
      if (method !== 'HEAD') expect(text).toContain('too long')
    }
    // Of the processor, the shop being in this process: to route one such path takes seconds.
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1_000_000).toBeLessThan(2)
    const longest = `/${'a/'.repeat(maxPath.segments - 1)}a`
    expect((await ask(shop.url, longest)).status).toBe(404)
  },
)

it('the list of routes is asked for so many paths, none longer than one may be [ATTACK-12]', async () => {
  const listed = async (paths: string) =>
    (await ask(shop.url, `/__manifest?version=x&paths=${paths}`)).status
  const many = Array.from({ length: maxListedPaths }, (_, at) => `/${at}`)
  expect(await listed(many.join(','))).toBe(204)
  expect(await listed([...many, '/more'].join(','))).toBe(414)
  expect(await listed([...many, '/more'].join('%2C'))).toBe(414)
  expect(await listed(`/a&paths=${many.join(',')}`)).toBe(414)
  expect(await listed(`/${'a/'.repeat(3000)}`)).toBe(414)
  expect(await listed(encodeURIComponent(`/${'a/'.repeat(maxPath.segments)}`))).toBe(414)
})

it('a form at an address that takes none is refused without a page, and counted where it is one [ATTACK-13, LIMIT-02]', async () => {
  const post = (path: string, network: string, method = 'POST') =>
    ask(shop.url, path, {
      method,
      headers: { ...form, accept: 'text/html', 'x-forwarded-for': network },
      body: 'a=1',
    })
  for (const [path, status] of [
    ['/nope', 404],
    ['/nope/deeper.data', 404],
    ['/', 405],
    ['/products', 405],
    ['/product/7.data', 405],
  ] as const) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const answer = await post(path, '203.0.113.1', method)
      expect([method, path, answer.status]).toEqual([method, path, status])
      // A page of the shop has its scripts.
      expect(answer.text).not.toContain('<script')
    }
  }
  const asks = async () => (await post('/admin/login', '203.0.113.2')).status
  // Side by side: a slow machine takes longer than a minute one by one, and a minute is counted.
  const forms = await Promise.all(Array.from({ length: 20 }, asks))
  expect(new Set(forms)).toEqual(new Set([400]))
  // The rest of the minute, in lists of routes that count ten times each.
  const list = `/__manifest?version=x&paths=/a&x=${'a'.repeat(9 * 256)}`
  const lists = Array.from({ length: (readLimits.render - forms.length) / 10 }, () =>
    ask(shop.url, list, { headers: { 'x-forwarded-for': '203.0.113.2' } }),
  )
  expect((await Promise.all(lists)).map(({ status }) => status)).not.toContain(429)
  expect(await asks()).toBe(429)
  expect((await post('/admin/login', '203.0.113.3')).status).toBe(400)
}, 120_000)

it('no parameter of any address makes a failure: NUL, emoji, quotes, long ones [ATTACK-14]', async () => {
  const withParameter = (value: string) =>
    addresses(all, '', value).filter((path) => path.includes(value))
  failures = []
  expect(withParameter('%00').length).toBeGreaterThan(25)
  const methods = ['GET', 'POST']
  const values = ['%00', 'a%00b', '%F0%9F%92%A9', '%ED%A0%80', "'%22%3C%2e", 'x'.repeat(900)]
  for (const [at, value] of values.entries()) {
    for (const [nth, path] of withParameter(value).entries()) {
      // By the two in turn, another one for each value; the bench asks by both.
      for (const method of isDrawnMore ? methods : methods.slice((nth + at) % 2).slice(0, 1)) {
        const body = method === 'POST' ? 'action=x' : ''
        const answer = await ask(shop.url, path, { method, headers: { ...form, cookie }, body })
        const what = `${method} ${path} gave ${answer.status}`
        expect(answer.status, what).toBeLessThan(500)
        if (/%00|%ED/.test(value)) expect(answer.status, what).toBe(400)
      }
    }
  }
  for (const path of addresses(all, '')) {
    if (path === '/api/gold-price/stream') continue
    const query = '?category=%00&q=a%00&page=%00'
    const { status } = await ask(shop.url, path + query, { headers: { cookie } })
    expect([path, status]).toEqual([path, 400])
  }
  expect(failures).toEqual([])
}, 120_000)
