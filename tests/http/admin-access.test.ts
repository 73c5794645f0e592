import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import routes from '#app/routes.ts'
import { codeFor, firstAdmin, signedInCookie, type TestAdmin } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let own: TestShop
let admin: TestAdmin
let cookie: string
let notSignedIn: [string, string][]
let logged = ''
const keep = (line: string) => {
  logged += line
}
beforeAll(async () => {
  own = await openBuiltShop({}, pino({}, { write: keep }))
  admin = await firstAdmin(own.app)
  cookie = await signedInCookie(own.app, admin)
  notSignedIn = await makeSessionsThatAreNone()
})
afterAll(() => own.close())

/** Every address behind the guard, from the one list; ids filled in. */
const guarded = addresses(
  (routes as RouteEntry[]).find(({ file }) => file === 'routes/admin/layout.tsx'),
)
type RouteEntry = { path?: string; file: string; index?: boolean; children?: RouteEntry[] }

function addresses(entry: RouteEntry | undefined, above = ''): string[] {
  if (!entry) throw new Error('the guard is gone')
  const path = entry.path ? `${above}/${entry.path.replace(':id', '7')}` : above
  if (!entry.children) return [path]
  return [path, ...entry.children.flatMap((child) => addresses(child, path))].filter(Boolean)
}

const ask = (path: string, init: RequestInit = {}) =>
  fetch(own.url + path, { redirect: 'manual', ...init })
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })

/** Sessions that are none, each as the Cookie header a browser or an attacker would send. */
async function makeSessionsThatAreNone(): Promise<[string, string][]> {
  const { app } = own
  const [name = ''] = cookie.split('=')
  const bob = await firstAdmin(app, 'bob@example.com')
  const expired = await signedInCookie(app, bob)
  await app.db.orm
    .update(adminSessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(adminSessions.userId, bob.id))
  const elsewhere = { ...app, db: app.db && { ...app.db }, secret: 'x'.repeat(40) }
  const quote = await ask('/api/quote', {
    method: 'POST',
    body: JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] }),
  }).then(async (response) => ((await response.json()) as { quote: string }).quote)
  return [
    ['no session', ''],
    ['an expired session', expired],
    ['a session of another shop', await signedInCookie(elsewhere, admin)],
    ['a signed quote', `${name}=${quote}`],
    ['a forged is_admin', `${name}=${encodeURIComponent('{"is_admin":true}')}; is_admin=true`],
    ['a bare token', `${name}=${cookie.split('=')[1]?.split('.')[0]}`],
  ]
}

describe('the admin area', () => {
  it('has its addresses in the one list, so that none is forgotten here [AUTH-16]', () => {
    expect(guarded).toContain('/admin/dashboard')
    expect(guarded).toContain('/admin/products/edit/7')
    expect(new Set(guarded).size).toBeGreaterThan(9)
  })

  it('sends every asker without a session of its own to sign in, with no admin content, and remembers where to [AUTH-16, AUTH-13]', async () => {
    for (const [who, header] of notSignedIn) {
      for (const path of new Set(guarded)) {
        const page = await ask(path, { headers: { Cookie: header } })
        expect(page.status, `${who} at ${path}`).toBe(302)
        expect(page.headers.get('location')).toBe('/admin/login')
        expect(page.headers.get('cache-control')).toBe('no-store')
        expect(page.headers.get('set-cookie')).toContain('shop-admin.origin=')
        expect(await page.text()).toBe('')
        const part = await ask(`${path}.data`, { headers: { Cookie: header } })
        expect(part.headers.get('set-cookie')).toContain('shop-admin.origin=')
        const text = await part.text()
        expect(text, `${who} at ${path}.data`).toContain('/admin/login')
        expect(text).not.toContain(admin.email)
      }
    }
  })

  it('refuses every write without a session of its own, and nothing changes [AUTH-22]', async () => {
    const before = await books()
    for (const [nth, [who, header]] of notSignedIn.entries()) {
      for (const path of new Set(guarded)) {
        for (const [at, address] of [path, `${path}?index`, `${path}.data`].entries()) {
          // Over all who ask, each address is asked by every method.
          const another = ['PUT', 'PATCH', 'DELETE'][(nth + at) % 3] ?? 'PUT'
          for (const method of ['POST', another]) {
            const init = { method, body: 'name=x&price=1', headers: { Cookie: header, ...form } }
            const { status } = await ask(address, init)
            expect([401, 405], `${who}: ${method} ${address} gave ${status}`).toContain(status)
            if (method === 'POST') expect(status, `${who} at ${address}`).toBe(401)
          }
        }
      }
    }
    expect(await books()).toBe(before)
    const refused = await (await ask('/admin/dashboard/shipping', { method: 'POST' })).text()
    expect(refused).toContain('<h1>You are signed out</h1>')
    expect(refused).toContain('href="/admin/login"')
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  /** The catalog, and what staff did but for making admins. */
  const books = async () => {
    const orm = own.app.db.orm
    const done = await orm.select().from(auditLog)
    return JSON.stringify([
      await orm.select().from(products).orderBy(products.id),
      done?.filter(({ action }) => action !== 'admin.created').length,
    ])
  }

  it('lets an admin in, keeps nothing in any cache, and stays open at a reload [AUTH-18, AUTH-19]', async () => {
    for (const time of ['first', 'again']) {
      const page = await ask('/admin/dashboard', { headers: { Cookie: cookie } })
      expect(page.status, time).toBe(200)
      expect(page.headers.get('cache-control')).toBe('no-store, no-transform')
      expect(await page.text()).toContain(admin.email)
    }
  })

  it('never sends the second factor or the password to a browser [AUTH-14]', async () => {
    for (const path of guarded) {
      const text = await (await ask(path, { headers: { Cookie: cookie } })).text()
      for (const secret of [
        admin.secret.base32,
        Buffer.from(admin.secret.bytes).toString('hex'),
        'mfa_code',
        'passwordHash',
      ]) {
        expect(text, path).not.toContain(secret)
      }
    }
  })

  it('is found at /admin by its dashboard [ROUTE-05]', async () => {
    expect((await ask('/admin')).headers.get('location')).toBe('/admin/dashboard')
  })

  it('shows the public page for what is not there, to everyone alike, without its code [ROUTE-07, D14]', async () => {
    for (const path of [
      '/admin/x',
      '/admin/products',
      '/admin/products/edit',
      '/admin/login/x',
      '/admin/setup',
    ]) {
      const seen = await ask(path)
      const seenSignedIn = await ask(path, { headers: { Cookie: cookie } })
      const text = await seen.text()
      expect([seen.status, seenSignedIn.status], path).toEqual([404, 404])
      expect(text).toContain('Page Not Found')
      expect(text).toMatch(/(href=|from )"\/assets\/not-found/)
      expect(text).not.toMatch(/(href=|from )"\/assets\/(admin|guarded|dashboard|login)/)
      expect(await seenSignedIn.text()).toBe(text)
    }
  })

  it('makes no admin of anyone who says so, and has no sign-up [AUTH-11, AUTH-21]', async () => {
    for (const path of [
      '/admin/sign-up',
      '/api/auth/sign-up/email',
      '/api/auth/sign-in/email',
      '/sign-up',
    ]) {
      const fields = {
        email: 'eve@example.com',
        password: 'a long sentence',
        name: 'Eve',
        is_admin: 'true',
      }
      expect((await post(path, fields)).status, path).toBeGreaterThanOrEqual(400)
    }
    const said = {
      email: 'eve@example.com',
      password: 'a long sentence',
      code: '123456',
      is_admin: 'true',
    }
    expect((await post('/admin/login', said)).status).toBe(401)
  })
})

describe('signing in over HTTP', () => {
  const fields = () => ({
    email: admin.email,
    password: admin.password,
    code: codeFor(own.app, admin),
  })
  const cookies = (response: Response) =>
    response.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
  const alert = async (response: Response) =>
    /role="alert"[^>]*>([^<]+)</.exec(await response.text())?.[1]

  it('gives its cookie only for both factors, and goes to the page first asked for [AUTH-03, AUTH-05, AUTH-06, AUTH-15]', async () => {
    const asked = await ask('/admin/dashboard/orders?page=2')
    const origin = cookies(asked).join('; ')
    for (const [said, sentence] of [
      [{ password: 'wrong wrong wrong' }, 'Invalid credentials'],
      [{ email: 'eve@example.com' }, 'Invalid credentials'],
      [{ code: 'not-a-code' }, 'Invalid MFA code'],
    ] as const) {
      const response = await post('/admin/login', { ...fields(), ...said }, { Cookie: origin })
      expect(response.status).toBe(401)
      expect(response.headers.getSetCookie().join()).not.toContain('session')
      expect(await alert(response)).toBe(sentence)
      const reloaded = await ask('/admin/dashboard', {
        headers: { Cookie: [origin, ...cookies(response)].join('; ') },
      })
      expect(reloaded.status).toBe(302)
    }
    const entered = await post('/admin/login', fields(), { Cookie: origin })
    expect(entered.status).toBe(303)
    expect(entered.headers.get('location')).toBe('/admin/dashboard/orders?page=2')
    const session = cookies(entered).join('; ')
    expect((await ask('/admin/dashboard', { headers: { Cookie: session } })).status).toBe(200)

    const out = await post('/admin/logout', {}, { Cookie: session })
    expect(out.headers.get('location')).toBe('/admin/login')
    expect(out.headers.getSetCookie().join()).toMatch(/session_token=; Max-Age=0/)
    expect((await ask('/admin/dashboard', { headers: { Cookie: session } })).status).toBe(302)
  })

  it('goes to the dashboard from nowhere in particular, and from anywhere else [AUTH-03, AUTH-04]', async () => {
    own.clock.advance({ minutes: 2 })
    const evil = Buffer.from(JSON.stringify('https://evil.example/admin/')).toString('base64')
    const entered = await post('/admin/login', fields(), { Cookie: `shop-admin.origin=${evil}` })
    expect(entered.headers.get('location')).toBe('/admin/dashboard')
  })

  it.each([
    ['/admin/dashboard/products?q=sun', '/admin/dashboard'],
    ['/admin/dashboard/orders/new', '/admin/dashboard'],
    ['/admin/dashboard/orders?page=2', '/admin/dashboard/orders?page=2'],
    ['/admin/dashboard/orders/42', '/admin/dashboard/orders/42'],
  ])('leads the workshop that asked for %s to %s [ROLE-07]', async (path, to) => {
    const email = `${path.replace(/\W/g, '')}@example.com`
    const person = await firstAdmin(own.app, email)
    await own.app.db.orm.update(admins).set({ role: 'bench' }).where(eq(admins.id, person.id))
    const origin = cookies(await ask(path)).join('; ')
    const said = { email, password: person.password, code: codeFor(own.app, person) }
    const entered = await post('/admin/login', said, { Cookie: origin })
    expect(entered.headers.get('location')).toBe(to)
  })

  it.each([
    ['nothing', {}],
    ['blanks', { email: '  ', password: ' \t', code: '\n' }],
    [
      '4,000 characters',
      {
        email: `${'a'.repeat(4000)}@x.example`,
        password: 'p'.repeat(4000),
        code: '1'.repeat(4000),
      },
    ],
    ['emoji', { email: '🥇@🥇', password: '🥇', code: '🥇' }],
    ['right to left', { email: '\u202emoc.elpmaxe@nna', password: 'שלום', code: '١٢٣٤٥٦' }],
    ['zero bytes', { email: 'a\u0000@example.com', password: '\u0000', code: '\u0000' }],
  ])(
    'answers %s with a sentence beside the field, never a failure [AUTH-01, SEC-05]',
    async (_, said) => {
      const response = await post('/admin/login', said as Record<string, string>)
      const text = await response.text()
      expect(response.status).toBe(400)
      expect(text).toMatch(/Please fill this in|This is too long|Please enter an email address/)
      expect(text).not.toContain('An unexpected error')
    },
  )

  it('answers 100,000 characters with a sentence, without looking at them [LIMIT-01, SEC-05]', async () => {
    const said = { email: 'ann@example.com', password: 'p'.repeat(100_000), code: '123456' }
    const response = await post('/admin/login', said, { accept: 'text/html' })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('The request is larger than 16 kB.')
  })

  it('prefills nothing, and gives back neither password nor code [AUTH-02]', async () => {
    const page = await (await ask('/admin/login')).text()
    const inputs = page.match(/<input[^>]*class="input[^>]*>/g) ?? []
    expect(inputs).toHaveLength(3)
    expect(inputs.join()).not.toMatch(/ value="[^"]+"/)
    const response = await post('/admin/login', {
      email: 'x',
      password: 'my-secret-word',
      code: '918273',
    })
    const text = await response.text()
    expect(text).not.toContain('my-secret-word')
    expect(text).not.toContain('918273')
  })

  it('answers a hundred wrong tries with 401, then 429 and Retry-After [SEC-03]', async () => {
    const limited = await openBuiltShop()
    const statuses = new Map<number, number>()
    let last: Response | undefined
    for (let n = 0; n < 100; n += 1) {
      last = await fetch(`${limited.url}/admin/login`, {
        method: 'POST',
        body: new URLSearchParams({ email: 'eve@example.com', password: 'x', code: '123456' }),
      })
      statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: 10, 429: 90 })
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last?.text()).toContain('Too many sign-in attempts.')
    await limited.close()
  })

  it('says nothing secret in its log [SEC-06]', () => {
    expect(logged).toContain('refused to sign in')
    for (const secret of [
      admin.password,
      'wrong wrong wrong',
      'my-secret-word',
      cookie.split('=')[1] ?? '',
    ]) {
      expect(logged).not.toContain(secret)
    }
  })

  it('is not offered without a database, and says so [AUTH-11]', async () => {
    const showcase = await openBuiltShop({ DATABASE_URL: 'none' })
    const text = await (await fetch(`${showcase.url}/admin/login`)).text()
    expect(text).toContain('This is a demo shop with no database')
    expect(text).not.toContain('type="password"')
    const guard = await fetch(`${showcase.url}/admin/dashboard`, {
      redirect: 'manual',
      headers: { Cookie: cookie },
    })
    expect(guard.status).toBe(302)
    const tried = await fetch(`${showcase.url}/admin/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com', password: 'x', code: '123456' }),
    })
    expect(tried.status).toBe(503)
    await showcase.close()
  })

  it('says that the database failed, and lets nobody in meanwhile [AUTH-07, AUTH-09, AUTH-12]', async () => {
    const broken = await openBuiltShop({}, pino({}, { write: keep }))
    const session = await signedInCookie(broken.app, await firstAdmin(broken.app))
    await broken.app.db.orm.execute(sql`alter table admins rename to gone`)
    const page = await fetch(`${broken.url}/admin/dashboard`, {
      redirect: 'manual',
      headers: { Cookie: session },
    })
    expect(page.status).toBe(503)
    const words = await page.text()
    expect(words).toContain('<h1>Error fetching admin data</h1>')
    const write = await fetch(`${broken.url}/admin/dashboard/shipping`, {
      method: 'POST',
      headers: { Cookie: session, Origin: broken.url },
    })
    expect(write.status).toBe(503)
    expect(await write.text()).toContain('so nothing was changed.')
    expect(words).toMatch(/<a [^>]*href="\/admin\/dashboard"[^>]*>Try again</)
    expect(logged).toContain('Error fetching admin data')
    const tried = await fetch(`${broken.url}/admin/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com', password: 'x', code: '123456' }),
    })
    expect(tried.status).toBe(503)
    expect(await alert(tried)).toMatch(/^Error verifying admin status: /)
    await broken.app.db.orm.execute(sql`alter table gone rename to admins`)
    await broken.app.db.orm.execute(sql`alter table audit_log rename to gone`)
    const failed = await fetch(`${broken.url}/admin/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com', password: 'x', code: '123456' }),
    })
    expect(failed.status).toBe(500)
    expect(await alert(failed)).toBe('An unexpected error occurred')
    await broken.close()
  })
})
