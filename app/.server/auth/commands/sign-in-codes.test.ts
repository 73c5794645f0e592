import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { codeFor, firstAdmin, type TestAdmin } from '#tests/support/admin.ts'
import { formsOfCode } from '#tests/support/code-forms.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { attemptLimits } from '../sign-in-limits.ts'
import { signIn } from './sign-in.ts'

async function shopWithAdmin(db: Database) {
  let now = new Date('2026-03-11T12:00:15Z').getTime()
  const app = testShop({ db, now: () => new Date(now) })
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { app, admin: await firstAdmin(app), pass }
}

type Said = { email?: string; password?: string; code?: string; from?: string; cookie?: string }

function tries(app: AppContext, admin: TestAdmin, said: Said = {}) {
  const { email, password } = admin
  const form = { email, password, code: codeFor(app, admin), ...said }
  const headers = new Headers(said.cookie ? { Cookie: said.cookie } : {})
  return signIn(app, form, { headers, address: said.from ?? '192.0.2.1' })
}

/** Who gets an email that somebody knows the password. */
async function told({ db: { orm } }: AppContext) {
  const emails = await orm
    .select({ to: emailOutbox.recipient })
    .from(emailOutbox)
    .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
    .where(eq(alerts.kind, 'right-password-wrong-code'))
  return emails.map(({ to }) => to)
}

const wrong = { code: 'AAAAA-AAAAA' }
const sentence = async (work: Promise<unknown>) => (await refusal(work)).message
const { codeNetwork, codeAccount, codeDevice } = attemptLimits

onBothDatabases('codes after a right password', (open) => {
  it('are accepted in each form in which programs and keyboards write them [DOM-09]', async () => {
    const { app, admin, pass } = await shopWithAdmin(await open())
    const forms = Object.entries(formsOfCode)
    for (const [at, [name, form]] of forms.entries()) {
      pass(60)
      const [left, right] = [codeFor(app, admin).slice(0, 3), codeFor(app, admin).slice(3)]
      await expect(
        tries(app, admin, { code: form(`${left}-${right}`) }),
        name,
      ).resolves.toBeTruthy()
      const recovery = admin.recoveryCodes[at]
      if (recovery === undefined) continue
      await expect(tries(app, admin, { code: form(recovery) }), name).resolves.toBeTruthy()
    }
    expect(await sentence(tries(app, admin, wrong))).toBe('Invalid MFA code')
  })

  it('are five for an account in one network, and then none is looked at for 15 minutes [AUTH-27]', async () => {
    const { app, admin } = await shopWithAdmin(await open())
    expect(codeNetwork).toEqual({ points: 5, seconds: 900 })
    for (let n = 1; n <= codeNetwork.points; n += 1) {
      const said = { ...wrong, from: `2001:db8::${n}` }
      expect(await sentence(tries(app, admin, said))).toBe('Invalid MFA code')
    }
    const shut = await refusal(tries(app, admin, { from: '2001:db8::9' }))
    expect(shut.status).toBe(429)
    // Its owner is told once, by email, and nobody else.
    await firstAdmin(app, 'bob@example.com')
    await refusal(tries(app, admin, { ...wrong, from: '2001:db8::9' }))
    expect(await told(app)).toEqual([admin.email])
    expect(shut.message).toBe('Too many sign-in attempts. Please try again in 15 minutes.')
    // Another network is open, and the code was not used up.
    await tries(app, admin)
  })

  it('are ten a day for an account in all networks, but not for a device that signed in before [AUTH-27]', async () => {
    const { app, admin, pass } = await shopWithAdmin(await open())
    const { cookies } = await tries(app, admin)
    const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
    pass(60)
    expect(codeAccount).toEqual({ points: 10, seconds: 86_400 })
    for (let n = 1; n <= codeAccount.points; n += 1) {
      const said = { ...wrong, from: `198.51.${n}.1` }
      expect(await sentence(tries(app, admin, said)), `${n}`).toBe('Invalid MFA code')
    }
    expect(await told(app)).toEqual([admin.email])
    const shut = await refusal(tries(app, admin, { from: '203.0.113.1' }))
    expect(shut.message).toBe('Too many sign-in attempts. Please try again in 24 hours.')
    await tries(app, admin, { cookie })
  })

  it('are counted for a device that signed in before by itself [AUTH-27]', async () => {
    const { app, admin, pass } = await shopWithAdmin(await open())
    const { cookies } = await tries(app, admin)
    const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
    pass(60)
    for (let n = 1; n <= codeDevice.points; n += 1) {
      expect(await sentence(tries(app, admin, { ...wrong, cookie }))).toBe('Invalid MFA code')
    }
    expect((await refusal(tries(app, admin, { cookie }))).status).toBe(429)
    await tries(app, admin)
  })

  it('however many come at once, no more are looked at [AUTH-27]', async () => {
    const { app, admin } = await shopWithAdmin(await open())
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => sentence(tries(app, admin, wrong))),
    )
    expect(answers.filter((text) => text === 'Invalid MFA code')).toHaveLength(codeNetwork.points)
  })

  it('that are right count for nothing, today and within the quarter of an hour [AUTH-27]', async () => {
    const { app, admin, pass } = await shopWithAdmin(await open())
    for (let n = 0; n <= codeAccount.points; n += 1) {
      await tries(app, admin)
      pass(60)
    }
    const nine = Array.from({ length: codeAccount.points - 1 }, (_, n) => `198.51.${n}.1`)
    for (const from of nine) await refusal(tries(app, admin, { ...wrong, from }))
    await tries(app, admin)
  })
})

/**
 * The cost of each password hashed in the meantime: the length of the key, and the parameters of
 * scrypt.
 */
async function hashesDuring(work: () => Promise<unknown>) {
  const scrypt = vi.spyOn(crypto, 'scrypt')
  // So that those who imported it by name call it, too.
  syncBuiltinESMExports()
  try {
    await work()
    return scrypt.mock.calls.map(([, , length, options]) => ({ length, options }))
  } finally {
    scrypt.mockRestore()
    syncBuiltinESMExports()
  }
}

onBothDatabases('an account that does not exist', (open) => {
  it('costs one hash of the same kind, as one with another password does [AUTH-28]', async () => {
    const { app, admin } = await shopWithAdmin(await open())
    const refused = (said: Said) =>
      hashesDuring(() => refusal(tries(app, admin, { password: 'wrong wrong wrong', ...said })))
    const known = await refused({})
    expect(known).toHaveLength(1)
    expect(await refused({ email: 'nobody@example.com' })).toEqual(known)
  })
})
