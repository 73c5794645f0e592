import { hashPassword as betterAuthHash } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import {
  adminRecoveryCodes,
  adminSessions,
  admins,
  signInAttempts,
} from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { type RecentError, withRecentErrors } from '#app/.server/platform/log.ts'
import { codeFor, firstAdmin, signedInCookie, type TestAdmin } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import type { TooManyAttempts } from '../auth-errors.ts'
import { passwordCost } from '../crypto.ts'
import { deviceCookie, knownDevice } from '../known-device.ts'
import { attemptLimits, countAttempt } from '../sign-in-limits.ts'
import { renewSession } from './admin-session.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

/** In the middle of a step of 30 seconds. */
const noon = new Date('2026-03-11T12:00:15Z').getTime()

async function shopWithAdmin(db: Database, parts: Partial<AppContext> = {}) {
  let now = noon
  const app = testShop({ ...parts, db, now: () => new Date(now) })
  const admin = await firstAdmin(app)
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { shop: app, admin, pass }
}

/** Tries the form, right in everything but for what is said. */
function tries(
  app: AppContext,
  admin: TestAdmin,
  said: { email?: string; password?: string; code?: string; from?: string; cookie?: string } = {},
) {
  const { email, password } = admin
  const form = { email, password, code: codeFor(app, admin), ...said }
  const headers = new Headers(said.cookie ? { Cookie: said.cookie } : {})
  return signIn(app, form, { headers, address: said.from ?? '192.0.2.1' })
}

const sentence = async (work: Promise<unknown>) => (await refusal(work)).message
const asHeaders = (cookies: string[]) =>
  new Headers({ Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })
const sessions = ({ db }: AppContext) => db?.orm.select().from(adminSessions)

onBothDatabases('signing in', (open) => {
  it('gives a session for email, password and code, as an authenticator app makes it [AUTH-19, AUTH-21, DATA-15]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const code = new TOTP({ secret: admin.secret.base32 }).generate({ timestamp: noon })
    const { cookies } = await tries(shop, admin, { email: 'Ann@Example.COM', code })
    const signedIn = await renewSession(shop, asHeaders(cookies))
    const who = { id: admin.id, email: 'ann@example.com', role: 'owner' }
    expect(signedIn?.admin).toEqual(who)
    expect(await sessions(shop)).toHaveLength(1)
  })

  it('refuses a wrong email, a wrong password and a removed admin in the same words, and leaves no session [AUTH-06, AUTH-12, AUTH-13]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    for (const said of [
      { email: 'bob@example.com' },
      { password: 'a long sentence of silver' },
      { password: '' },
      { email: `ann@example.com' or '1'='1` },
    ]) {
      expect(await sentence(tries(shop, admin, said))).toBe('Invalid credentials')
    }
    await shop.db.orm.delete(admins)
    expect(await sentence(tries(shop, admin))).toBe('Invalid credentials')
    expect(await sessions(shop)).toEqual([])
  })

  it('refuses a right password with a wrong code, and leaves nothing to go on with [AUTH-05, AUTH-15]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const right = codeFor(shop, admin)
    const wrong = right === '000000' ? '000001' : '000000'
    for (const code of [wrong, 'abcdef', `${right}0`, right.slice(1), '', '🗝️', '\u202e123456']) {
      expect(await sentence(tries(shop, admin, { code })), code).toBe('Invalid MFA code')
      await shop.db.orm.delete(signInAttempts)
    }
    expect(await sessions(shop)).toEqual([])
  })

  it('takes a code of the step before and after, no older and no later one [AUTH-05, D5]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    for (const later of [-2, 2]) {
      const code = codeFor(shop, admin, later)
      expect(await sentence(tries(shop, admin, { code }))).toBe('Invalid MFA code')
    }
    for (const later of [-1, 0, 1]) {
      await tries(shop, admin, { code: codeFor(shop, admin, later) })
    }
    pass(90)
    await tries(shop, admin)
  })

  it('takes each code once, and after it none that is older, however many send it at once [AUTH-05, D5]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const before = codeFor(shop, admin, -1)
    const together = await Promise.allSettled([1, 2, 3, 4].map(() => tries(shop, admin)))
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sentence(tries(shop, admin))).toBe('Invalid MFA code')
    expect(await sentence(tries(shop, admin, { code: before }))).toBe('Invalid MFA code')
    pass(30)
    // Not what this is about: so many wrong codes are also too many (AUTH-27).
    await shop.db.orm.delete(signInAttempts)
    await tries(shop, admin)
  })

  it('takes each recovery code once, in any spelling, and keeps hashes alone [AUTH-05, D5]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const [first = '', second = ''] = admin.recoveryCodes
    expect(new Set(admin.recoveryCodes).size).toBe(10)
    await tries(shop, admin, { code: first })
    expect(await sentence(tries(shop, admin, { code: first }))).toBe('Invalid MFA code')
    await tries(shop, admin, { code: ` ${second.toLowerCase().replace('-', ' ')} ` })
    const stored = JSON.stringify(await shop.db.orm.select().from(adminRecoveryCodes))
    for (const code of admin.recoveryCodes) expect(stored).not.toContain(code)
  })

  it('keeps password and second factor unreadable [DATA-16, AUTH-14]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const stored = JSON.stringify(await shop.db.orm.select().from(admins))
    expect(stored).not.toContain(admin.password)
    expect(stored).not.toContain(admin.secret.base32)
    expect(stored).not.toContain(Buffer.from(admin.secret.bytes).toString('hex'))
  })

  it('is shut for a quarter of an hour after ten tries at an account from one network, known or not [SEC-03]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    for (const [account, email] of [
      [admin.id, admin.email],
      ['nobody@example.com', 'nobody@example.com'],
    ] as const) {
      for (let n = 1; n < attemptLimits.network.points; n += 1) {
        await countAttempt(shop, { account, address: `2001:db8::${n}`, device: null })
      }
      const last = { email, password: 'wrong wrong wrong', from: '2001:db8::98' }
      expect(await sentence(tries(shop, admin, last))).toBe('Invalid credentials')
      const shut = await refusal(tries(shop, admin, { email, from: '2001:db8::99' }))
      expect(shut.status).toBe(429)
      expect(shut.message).toBe('Too many sign-in attempts. Please try again in 15 minutes.')
      const { seconds } = shut as TooManyAttempts
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(900)
    }
    const passed = sql`${signInAttempts.expire} - interval '15 minutes'`
    await shop.db.orm.update(signInAttempts).set({ expire: passed })
    await tries(shop, admin)
  })

  it('stays open to its owner while others try the account elsewhere, also in another spelling [AUTH-24]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const wrong = { password: 'wrong wrong wrong', from: '198.51.100.7' }
    for (let n = 0; n < attemptLimits.network.points; n += 1) {
      const email = n % 2 ? admin.email : ` ${admin.email.toUpperCase()}`.trim()
      expect(await sentence(tries(shop, admin, { ...wrong, email }))).toBe('Invalid credentials')
    }
    expect((await refusal(tries(shop, admin, wrong))).status).toBe(429)
    await tries(shop, admin, { from: '192.0.2.1' })
  })

  it('is shut for all networks together after a hundred tries, but not for a device that signed in before [AUTH-24]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const cookie = asHeaders((await tries(shop, admin)).cookies).get('cookie') ?? ''
    pass(60)
    expect(attemptLimits.account.points).toBe(100)
    // The first sign-in is one of the hundred.
    for (let n = 1; n < attemptLimits.account.points; n += 1) {
      await countAttempt(shop, { account: admin.id, address: `198.51.${n}.1`, device: null })
    }
    expect((await refusal(tries(shop, admin, { from: '192.0.2.77' }))).status).toBe(429)
    // Its own network may be shut too.
    for (const name of ['network', 'address'] as const) {
      for (let n = 0; n < attemptLimits[name].points; n += 1) {
        const other = name === 'network' ? admin.id : `a${n}@example.com`
        const attempt = { account: other, address: '192.0.2.1', device: null }
        await countAttempt(shop, attempt).catch(() => undefined)
      }
    }
    expect((await refusal(tries(shop, admin))).status).toBe(429)
    await tries(shop, admin, { cookie })
  })

  it('counts a device that signed in before by itself, to ten as well [AUTH-24, SEC-03]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const cookie = asHeaders((await tries(shop, admin)).cookies).get('cookie') ?? ''
    pass(60)
    const wrong = { password: 'wrong wrong wrong', cookie }
    for (let n = 0; n < attemptLimits.device.points; n += 1) {
      const from = `198.51.100.${n}`
      expect(await sentence(tries(shop, admin, { ...wrong, from }))).toBe('Invalid credentials')
    }
    expect((await refusal(tries(shop, admin, { cookie, from: '203.0.113.9' }))).status).toBe(429)
    await tries(shop, admin)
  })

  it('knows a device by a cookie that nobody else can make, for its own account, for half a year [AUTH-24, SEC-08]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const { cookies } = await tries(shop, admin)
    const set = cookies.find((text) => text.startsWith('shop-admin.device=')) ?? ''
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const secured = { ...shop, publicUrl: 'https://shop.example' }
    expect(await deviceCookie(secured, admin.id, 'a-device')).toMatch(
      /^__Host-shop-admin\.device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const known = (text: string, by: AppContext = shop, id = admin.id) =>
      knownDevice(by, asHeaders([text]), id)
    expect(await known(set)).toMatch(/^[\w-]{36}$/)
    expect(await known(set, shop, 'another admin')).toBeNull()
    expect(await known(set, { ...shop, secret: 'another secret of 32 characters' })).toBeNull()
    for (const forged of [
      set.replace(/\.\d+\./, '.9999999999.'),
      set.slice(0, 60),
      'shop-admin.device=',
    ]) {
      expect(await known(forged), forged).toBeNull()
    }
    pass(179 * 24 * 60 * 60)
    expect(await known(set)).not.toBeNull()
    pass(2 * 24 * 60 * 60)
    expect(await known(set)).toBeNull()
  })

  it('is opened at once by a new second factor [SEC-03, AUTH-24]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    for (let n = 0; n <= attemptLimits.account.points; n += 1) {
      const attempt = { account: admin.id, address: `198.51.100.${n % 9}`, device: null }
      await countAttempt(shop, attempt).catch(() => undefined)
    }
    await resetSecondFactor(shop, { email: admin.email, actor: { type: 'command', id: 'a test' } })
    // No longer 429: the old factor is what is wrong now.
    expect(await sentence(tries(shop, admin, { from: '198.51.100.1' }))).toBe('Invalid MFA code')
  })

  it('is shut for an address that tried many accounts, and not for others [SEC-03]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    for (let n = 1; n < attemptLimits.address.points; n += 1) {
      await countAttempt(shop, { account: `a${n}@example.com`, address: '192.0.2.1', device: null })
    }
    const last = { email: 'b@example.com' }
    expect(await sentence(tries(shop, admin, last))).toBe('Invalid credentials')
    expect((await refusal(tries(shop, admin))).status).toBe(429)
    await tries(shop, admin, { from: '192.0.2.2' })
  })

  it('hashes a password again that was hashed at less, once it was right [AUTH-31]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open(), { passwordCost })
    const hashNow = async () =>
      (await shop.db.orm.select({ hash: admins.passwordHash }).from(admins))[0]?.hash ?? ''
    expect(await hashNow()).toMatch(/^32768:8:3:[0-9a-f]{32}:[0-9a-f]{128}$/)
    const earlier = await betterAuthHash(admin.password)
    await shop.db.orm.update(admins).set({ passwordHash: earlier })
    const wrong = { password: 'wrong wrong wrong' }
    expect(await sentence(tries(shop, admin, wrong))).toBe('Invalid credentials')
    expect(await hashNow()).toBe(earlier)
    await tries(shop, admin)
    expect(await hashNow()).toMatch(/^32768:8:3:/)
    pass(60)
    await tries(shop, admin)
    expect(await sentence(tries(shop, admin, wrong))).toBe('Invalid credentials')
  })

  it('of a shop that is started are hashed at that cost, whatever the environment says [AUTH-31, GATE-01]', async () => {
    const settings = { DATABASE_URL: 'none', GOLD_SOURCES: 'none', PASSWORD_COST: '1' }
    const { context, close } = await createApp(readConfig(settings), {
      log: pino({ level: 'silent' }),
    })
    expect(context.passwordCost).toEqual({ N: 2 ** 15, r: 8, p: 3 })
    await close()
  })

  it('forgets a few mistakes after a success [SEC-03]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 5; n += 1) {
        await countAttempt(shop, { account: admin.id, address: '192.0.2.1', device: null })
      }
      await tries(shop, admin)
      pass(60)
    }
  })

  it('gives a new session each time and ends the one before [SEC-04]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const first = await tries(shop, admin)
    pass(60)
    const cookie = asHeaders(first.cookies).get('cookie') ?? ''
    const second = await tries(shop, admin, { cookie })
    expect(await renewSession(shop, asHeaders(first.cookies))).toBeNull()
    expect(await renewSession(shop, asHeaders(second.cookies))).not.toBeNull()
    await signOut(shop, asHeaders(second.cookies))
    expect(await renewSession(shop, asHeaders(second.cookies))).toBeNull()
    expect(await sessions(shop)).toEqual([])
  })

  it('leaves no error behind where somebody signs in and out [AUTH-29]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const errors: RecentError[] = []
    shop.log = withRecentErrors(shop.log, errors, shop.now)
    const first = await tries(shop, admin)
    pass(60)
    const again = await tries(shop, admin, { cookie: asHeaders(first.cookies).get('cookie') ?? '' })
    await signOut(shop, asHeaders(again.cookies))
    expect(errors).toEqual([])
  })

  it('gives cookies that no script reads and no other site sends, over https no plain request and no other host [SEC-04, SESS-05]', async () => {
    const { shop, admin, pass } = await shopWithAdmin(await open())
    const plain = (await tries(shop, admin)).cookies.find((text) => /token=\w/.test(text))
    expect(plain).toMatch(/^shop-admin\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/)
    pass(60)
    const secured = { ...shop, publicUrl: 'https://shop.example' }
    const secure = (await tries(secured, admin)).cookies.find((text) => /token=\w/.test(text))
    expect(secure).toMatch(
      /^__Host-shop-admin\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const held = await renewSession(secured, asHeaders([secure ?? '']))
    expect(held?.admin.id).toBe(admin.id)
    const elsewhere = (secure ?? '').replace('__Host-', '')
    expect(await renewSession(secured, asHeaders([elsewhere]))).toBeNull()
  })

  it('renews a session in use, and ends one that was not [AUTH-18, SESS-02]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const headers = new Headers({ Cookie: await signedInCookie(shop, admin) })
    const expiresIn = (text: string) =>
      shop.db.orm.update(adminSessions).set({ expiresAt: sql`now() + ${text}::interval` })
    expect((await renewSession(shop, headers))?.cookies).toEqual([])
    await expiresIn('6 hours')
    const renewed = await renewSession(shop, headers)
    expect(renewed?.cookies.join()).toContain('session_token=')
    const [row] = (await sessions(shop)) ?? []
    expect(Number(row?.expiresAt) - Date.now()).toBeGreaterThan(11 * 60 * 60 * 1000)
    await expiresIn('-1 second')
    expect(await renewSession(shop, headers)).toBeNull()
  })

  it('ends a session a day after its sign-in, however much it is used [SESS-01]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const headers = new Headers({ Cookie: await signedInCookie(shop, admin) })
    const beganAgo = (text: string) =>
      shop.db.orm.update(adminSessions).set({ createdAt: sql`now() - ${text}::interval` })
    await beganAgo('23 hours 59 minutes')
    expect(await renewSession(shop, headers)).not.toBeNull()
    await beganAgo('24 hours')
    expect(await renewSession(shop, headers)).toBeNull()
    expect(await sessions(shop)).toEqual([])
  })

  it('believes no cookie but its own, and no session without a row in admins [AUTH-13, AUTH-21]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const cookie = await signedInCookie(shop, admin)
    const other = {
      ...shop,
      db: shop.db && { ...shop.db },
      secret: 'another secret of 32 characters',
    }
    expect(await renewSession(other, new Headers({ Cookie: cookie }))).toBeNull()
    const [name = '', value = ''] = cookie.split('=')
    const [token = ''] = value.split('.')
    for (const forged of [
      token,
      `${token}.x`,
      `${value}x`,
      'x',
      '',
      encodeURIComponent('{"is_admin":true}'),
    ]) {
      expect(await renewSession(shop, new Headers({ Cookie: `${name}=${forged}` }))).toBeNull()
    }
    await shop.db.orm.delete(admins).where(eq(admins.id, admin.id))
    expect(await renewSession(shop, new Headers({ Cookie: cookie }))).toBeNull()
  })

  it('is written down, also where it failed, without a secret [OPS-07, SEC-06]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    await refusal(tries(shop, admin, { password: 'a wrong secret' }))
    const { cookies } = await tries(shop, admin)
    await signOut(shop, asHeaders(cookies))
    expect(await auditLabels(shop)).toEqual([
      'a test: added admin ann@example.com (none → owner)',
      'visitor at 192.0.2.1: failed to sign in: ann@example.com (Invalid credentials)',
      'ann@example.com: signed in (IP address 192.0.2.1, with a code)',
      'ann@example.com: signed out',
    ])
    expect(JSON.stringify(await shop.db.orm.select().from(auditLog))).not.toContain(
      'a wrong secret',
    )
  })

  it('says that the admin cannot be looked up, without the cause, where the database fails [AUTH-07, AUTH-09, SEC-06]', async () => {
    const { shop, admin } = await shopWithAdmin(await open())
    const cookie = await signedInCookie(shop, admin)
    await shop.db.orm.execute(sql`alter table admins rename to gone`)
    expect(await sentence(tries(shop, admin))).toBe(
      'Error verifying admin status: the database could not answer the question',
    )
    await shop.db.close()
    expect(await sentence(tries(shop, admin))).toBe(
      'Error verifying admin status: the database does not answer',
    )
    await expect(renewSession(shop, new Headers({ Cookie: cookie }))).rejects.toThrow()
  })
})
