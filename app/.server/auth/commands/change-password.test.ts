import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminSessions } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { codeFor, firstAdmin, signedInCookie, type TestAdmin } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import type { WrongField } from '../auth-errors.ts'
import { attemptLimits } from '../sign-in-limits.ts'
import { renewSession } from './admin-session.ts'
import { changePassword } from './change-password.ts'
import { signIn } from './sign-in.ts'

const noon = new Date('2026-03-11T12:00:15Z').getTime()
const fresh = 'another sentence of silver'

async function shopWithAdmin(db: Database) {
  let now = noon
  const app = testShop({ db, now: () => new Date(now) })
  const admin = await firstAdmin(app)
  const cookie = await signedInCookie(app, admin)
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { shop: app, admin, cookie, pass }
}

/** Asks for the new password, right in everything but for what is said. */
function asks(
  app: AppContext,
  admin: TestAdmin,
  cookie: string,
  said: { current?: string; password?: string; code?: string; from?: string } = {},
) {
  const { from = '192.0.2.1', ...typed } = said
  const right = { current: admin.password, password: fresh, code: codeFor(app, admin) }
  const form = { ...right, ...typed }
  const visitor = { headers: new Headers({ Cookie: cookie }), address: from }
  return changePassword(app, admin.email, { ...form, again: form.password }, visitor)
}

const isOpen = async (app: AppContext, cookie: string) =>
  (await renewSession(app, new Headers({ Cookie: cookie }))) !== null

onBothDatabases('a change of password', (open) => {
  it('replaces the password, ends the other sessions of this admin alone, and is logged [AUTH-26]', async () => {
    const { shop, admin, cookie, pass } = await shopWithAdmin(await open())
    const other = await signedInCookie(shop, admin)
    const bob = await signedInCookie(shop, await firstAdmin(shop, 'bob@example.com'))
    await asks(shop, admin, cookie)
    expect(await isOpen(shop, cookie)).toBe(true)
    expect(await isOpen(shop, other)).toBe(false)
    expect(await isOpen(shop, bob)).toBe(true)
    pass(60)
    const visitor = { headers: new Headers(), address: '192.0.2.1' }
    const enters = (password: string) =>
      signIn(shop, { email: admin.email, password, code: codeFor(shop, admin) }, visitor)
    expect((await refusal(enters(admin.password))).message).toBe('Invalid credentials')
    await enters(fresh)
    expect(await auditLabels(shop)).toContain(
      'ann@example.com: changed the password (IP address 192.0.2.1, with a code; other sessions ended: 1)',
    )
    expect((await auditLabels(shop)).join()).not.toContain(fresh)
  })

  it('needs the current password and a code that is due and unused, and says which was wrong [AUTH-26, AUTH-23]', async () => {
    const { shop, admin, cookie, pass } = await shopWithAdmin(await open())
    for (const [said, at] of [
      [{ current: 'a long sentence of lead' }, 'current'],
      [{ password: admin.password }, 'password'],
      [{ password: 'passwordpassword1' }, 'password'],
      [{ code: codeFor(shop, admin, 9) }, 'code'],
    ] as const) {
      const refused = await refusal(asks(shop, admin, cookie, said))
      expect((refused as WrongField).field, JSON.stringify(said)).toBe(at)
    }
    // None of them used up the code, which is good once.
    const code = codeFor(shop, admin)
    await asks(shop, admin, cookie)
    const again = { current: fresh, password: 'a third sentence of lead', code }
    expect((await refusal(asks(shop, admin, cookie, again))).message).toBe('Invalid MFA code')
    pass(60)
    await asks(shop, admin, cookie, { ...again, code: codeFor(shop, admin) })
  })

  it('cannot be guessed by a person who finds a session open [AUTH-26, SEC-03]', async () => {
    const { shop, admin, cookie } = await shopWithAdmin(await open())
    for (let n = 0; n < attemptLimits.network.points; n += 1) {
      const refused = await refusal(asks(shop, admin, cookie, { current: `guess ${n}` }))
      expect(refused.status).toBe(400)
    }
    expect((await refusal(asks(shop, admin, cookie))).status).toBe(429)
    expect(
      (await auditLabels(shop)).filter((text) => text.includes('failed to change')),
    ).toHaveLength(10)
  })

  it('is refused without a session of one’s own [AUTH-26]', async () => {
    const { shop, admin, cookie } = await shopWithAdmin(await open())
    const bob = await signedInCookie(shop, await firstAdmin(shop, 'bob@example.com'))
    for (const text of ['', bob]) {
      expect((await refusal(asks(shop, admin, text))).status).toBe(401)
    }
    await shop.db.orm.delete(adminSessions)
    expect((await refusal(asks(shop, admin, cookie))).status).toBe(401)
  })
})
