import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import { routeRights } from '#app/.server/auth/route-rights.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { adminSessions } from '#app/.server/platform/db/auth-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { may } from '#app/domain/access/rights.ts'
import routes from '#app/routes.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { isDrawnMore } from '#tests/support/draws.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { ask } from './raw-request.ts'
import { addresses, type RouteEntry } from './route-addresses.ts'

const all = addresses(routes as RouteEntry[], '')
const guard = (routes as RouteEntry[]).find(({ file }) => file === 'routes/admin/layout.tsx')
const guarded = addresses(guard?.children ?? [], '')

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

let shop: TestShop
let cookie: string
/** Of somebody who may read orders, and no prices, settings or log. */
let bench: string
const setter = 'owner-of-prices@example.com'
let sessions: [string, string][]
/** What only staff may read; none of it stands on a page of the shop. */
let secrets: string[]
let failures: string[] = []
beforeAll(async () => {
  const write = (line: string) => void (line.includes('"level":50') && failures.push(line))
  shop = await openBuiltShop({}, pino({ level: 'info' }, { write }))
  const { app } = shop
  const ann = await firstAdmin(app)
  cookie = await signedInCookie(app, ann)
  const bob = await firstAdmin(app, 'bob@example.com')
  const expired = await signedInCookie(app, bob)
  await app.db.orm
    .update(adminSessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(adminSessions.userId, bob.id))
  const made = await createAdmin(app, {
    email: 'bench@example.com',
    password: 'a long sentence of gold',
    actor: { type: 'command', id: 'a test' },
    role: 'bench',
  })
  bench = await signedInCookie(app, made)
  await setManualGoldPrice(app, byHand(1_300_000, setter))
  const [name = ''] = cookie.split('=')
  sessions = [
    ['none', ''],
    ['expired', expired],
    ['made up', `${name}=${encodeURIComponent(`${'a'.repeat(32)}.${'b'.repeat(43)}=`)}`],
  ]
  const order = await paidOrder(app)
  secrets = [ann.email, 'Shop status', 'Orders waiting', order.number, order.token]
})
afterAll(() => shop?.close())

const books = async () => {
  const { orm } = shop.app.db
  const rows = await Promise.all([
    orm.select().from(products).orderBy(products.id),
    orm.select().from(orders).orderBy(orders.id),
    orm.$count(auditLog),
  ])
  return JSON.stringify(rows)
}

/** Ways to write an address that some server or proxy would take for the same one. */
const spellings = (path: string) => [
  path.toUpperCase(),
  `/${path}`,
  path.replaceAll('/', '//'),
  `${path}/`,
  `${path}//`,
  `${path}/.`,
  `/.${path}`,
  `/products/..${path}`,
  `/products/%2e%2e${path}`,
  path.replace('/admin/', '/admin%2F'),
  path.replace('/admin/', '/admin%5C'),
  path.replace('/admin/', '/admin\\'),
  path.replace('a', '%61'),
  path.replace('/admin', '/%2561dmin'),
  `${path}%00`,
  `${path};x=1`,
  `${path}?_data=routes/admin/layout`,
  `${path}.data`,
  `${path}.data?_routes=routes/admin/orders/list`,
  `${path}.data?_routes=routes/shop/home`,
  `${path}.data?_routes=root`,
  `${path}.data?_routes=`,
  `${path}.DATA`,
  `${path.toUpperCase()}.data`,
  `http://elsewhere.example${path}`,
]

/**
 * Every third spelling of each address, of the next one others, is asked by one of the two in turn;
 * `npm run bench -- draws` asks every one by both.
 */
function methodsOf(turn: number): readonly string[] {
  if (isDrawnMore) return ['GET', 'POST']
  if (turn % 3 !== 0) return []
  return [turn % 2 === 0 ? 'GET' : 'POST']
}

it('knows every route, and its secrets are on pages of staff', async () => {
  expect(all).toContain('/api/create-checkout-session')
  expect(guarded).toContain('/admin/dashboard/orders')
  expect(guarded.length).toBeGreaterThan(12)
  const headers = { Cookie: cookie }
  const pages = await Promise.all(guarded.map((path) => ask(shop.url, path, { headers })))
  const text = pages.map((page) => page.text).join('\n')
  for (const secret of secrets.slice(0, 4)) expect(text).toContain(secret)
})

it('every route answers every method and session without a failure, and gives nothing away [ATTACK-01]', async () => {
  const before = await books()
  failures = []
  for (const [nth, [who, header]] of sessions.entries()) {
    for (const path of all) {
      for (const [at, method] of methods.entries()) {
        // Each session reads and writes by the usual methods; the others are shared out among them.
        if (method !== 'GET' && method !== 'POST' && at % sessions.length !== nth) continue
        const headers: Record<string, string> = header ? { Cookie: header } : {}
        const hasBody = !['GET', 'HEAD', 'TRACE'].includes(method)
        if (hasBody) headers['content-type'] = 'application/x-www-form-urlencoded'
        // Answered for as long as it is open.
        if (path === '/api/gold-price/stream' && method === 'GET') continue
        const body = hasBody ? 'name=x&choice=accept&id=7' : ''
        const {
          status,
          headers: given,
          text,
        } = await ask(shop.url, path, { method, headers, body })
        const what = `${method} ${path} with session ${who} gave ${status}`
        expect(status, what).toBeLessThan(500)
        expect(given['x-content-type-options'], what).toBe('nosniff')
        expect(given['content-security-policy'], what).toBeTruthy()
        for (const secret of secrets)
          expect(text.includes(secret), `${what}: ${secret}`).toBe(false)
        if (guarded.includes(path)) expect([302, 401, 405], what).toContain(status)
      }
    }
  }
  expect(await books()).toBe(before)
  expect(failures).toEqual([])
})

it('no other spelling of an address leads past the guard [ATTACK-02]', async () => {
  const before = await books()
  for (const [nth, path] of guarded.entries()) {
    for (const [at, spelled] of spellings(path).entries()) {
      for (const method of methodsOf(nth + at)) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const asked = method === 'POST' ? { method, headers, body: 'id=7&choice=accept' } : {}
        const { status, text } = await ask(shop.url, spelled, asked)
        const what = `${method} ${spelled} gave ${status}`
        expect(status, what).toBeLessThan(500)
        for (const secret of secrets)
          expect(text.includes(secret), `${what}: ${secret}`).toBe(false)
      }
    }
  }
  expect(await books()).toBe(before)
  expect(failures).toEqual([])
})

it('nor past the rights of a role [ATTACK-02]', async () => {
  const before = await books()
  const notTheirs = Object.entries(routeRights).filter(([, { read }]) => !may('bench', read))
  const owner = await ask(shop.url, '/admin/dashboard/gold-price', { headers: { Cookie: cookie } })
  expect(owner.text).toContain(setter)
  expect(notTheirs.length).toBeGreaterThan(5)
  for (const [nth, [pattern]] of notTheirs.entries()) {
    for (const [at, spelled] of spellings(pattern.replace(':id', '7')).entries()) {
      for (const method of methodsOf(nth + at)) {
        const headers = { Cookie: bench, 'content-type': 'application/x-www-form-urlencoded' }
        const body = method === 'POST' ? 'id=7&choice=accept&perGram=1' : ''
        const { status, text } = await ask(shop.url, spelled, { method, headers, body })
        const what = `${method} ${spelled} gave ${status}`
        expect(status, what).toBeLessThan(500)
        for (const secret of [setter, 'ann@example.com']) {
          expect(text.includes(secret), `${what}: ${secret}`).toBe(false)
        }
      }
    }
  }
  expect(await books()).toBe(before)
})

it('what forges the request’s own address, host or method changes nothing [ATTACK-02]', async () => {
  const forged: Record<string, string>[] = [
    { 'x-original-url': '/admin/dashboard', 'x-rewrite-url': '/admin/dashboard' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
    { host: 'evil.example' },
    { 'x-middleware-subrequest': 'middleware' },
    { 'x-react-router-prerender-data': '{}', 'x-remix-reload-document': 'yes' },
  ]
  for (const headers of forged) {
    for (const path of ['/', '/admin/dashboard', '/admin/dashboard.data', '/product/7']) {
      const { status, headers: given, text } = await ask(shop.url, path, { headers })
      const what = `${path} with ${JSON.stringify(headers)} gave ${status}`
      expect(status, what).toBeLessThan(500)
      expect(JSON.stringify([given, text]), what).not.toContain('evil.example')
      for (const secret of secrets) expect(text.includes(secret), what).toBe(false)
    }
  }
})
