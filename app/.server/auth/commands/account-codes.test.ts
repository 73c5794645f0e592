import { Secret } from 'otpauth'
import { expect, it } from 'vitest'
import { adminRecoveryCodes } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { codeFor, firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { recoveryCodesLeft } from '../recovery-codes.ts'
import { renewSession } from './admin-session.ts'
import {
  authenticatorStep,
  beginAuthenticator,
  finishAuthenticator,
} from './change-authenticator.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { signIn } from './sign-in.ts'

const address = '192.0.2.1'

async function shopWithAdmin(db: Database) {
  let now = Date.parse('2026-03-11T12:00:15Z')
  const app = testShop({ db, now: () => new Date(now) })
  const admin = await firstAdmin(app)
  const cookie = async () => new Headers({ Cookie: await signedInCookie(app, admin) })
  const visitor = { headers: await cookie(), address }
  const proof = () => ({ current: admin.password, code: codeFor(app, admin) })
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  const enter = (code: string, shop = app) =>
    signIn(
      shop,
      { email: admin.email, password: admin.password, code },
      {
        headers: new Headers(),
        address,
      },
    )
  return { app, admin, cookie, visitor, proof, pass, enter }
}

onBothDatabases('new recovery codes', (open) => {
  it('are made after password and code, kept as hashes, and end the old ones [SESS-06]', async () => {
    const { app, admin, visitor, proof, pass, enter } = await shopWithAdmin(await open())
    const renew = (given: ReturnType<typeof proof>) =>
      renewRecoveryCodes(app, admin.email, given, visitor)
    await enter(admin.recoveryCodes[0] ?? '')
    expect(await recoveryCodesLeft(app.db.orm, admin.id)).toBe(9)
    const wrong = { ...proof(), current: 'wrong wrong wrong' }
    expect(await refusal(renew(wrong))).toMatchObject({ field: 'current' })
    expect(await refusal(renew({ ...proof(), code: 'AAAAA-AAAAA' }))).toMatchObject({
      field: 'code',
    })
    expect(await recoveryCodesLeft(app.db.orm, admin.id)).toBe(9)
    const codes = await renew(proof())
    expect(new Set([...codes, ...admin.recoveryCodes]).size).toBe(20)
    // 30 signs, 24 of them: more than the 112 bits from which a hash need not be slow.
    for (const code of codes)
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}(-[2-9A-HJKMNP-TV-Z]{6}){3}$/)
    expect(await recoveryCodesLeft(app.db.orm, admin.id)).toBe(10)
    const stored = JSON.stringify(await app.db.orm.select().from(adminRecoveryCodes))
    for (const code of codes) expect(stored).not.toContain(code)
    pass(60)
    expect((await refusal(enter(admin.recoveryCodes[1] ?? ''))).message).toBe('Invalid MFA code')
    await enter(codes[0] ?? '')
  })
})

onBothDatabases('another authenticator app', (open) => {
  it('is confirmed also where the secret was rotated in between [SECRET-03]', async () => {
    const { app, admin, visitor, proof, pass, enter } = await shopWithAdmin(await open())
    const { ticket, secret } = await beginAuthenticator(app, admin.email, proof(), visitor)
    const alone = { ...app, secret: 'y'.repeat(40) }
    expect((await refusal(authenticatorStep(alone, admin.email, ticket))).code).toBe(
      'invalid_request',
    )
    const rotated = { ...alone, olderSecrets: [app.secret] }
    expect((await authenticatorStep(rotated, admin.email, ticket)).secret).toBe(secret)
    const theirs = { secret: Secret.fromBase32(secret) }
    const code = codeFor(app, theirs)
    await finishAuthenticator(rotated, admin.email, { ticket, code }, visitor)
    pass(60)
    await enter(codeFor(app, theirs), alone)
  })

  it('counts from its first right code on; until then the old one does [SESS-07]', async () => {
    const { app, admin, cookie, visitor, proof, pass, enter } = await shopWithAdmin(await open())
    const elsewhere = await cookie()
    expect(
      await refusal(
        beginAuthenticator(app, admin.email, { ...proof(), current: 'wrong wrong wrong' }, visitor),
      ),
    ).toMatchObject({ field: 'current' })
    const { ticket, secret } = await beginAuthenticator(app, admin.email, proof(), visitor)
    expect(secret).not.toBe(admin.secret.base32)
    expect(ticket).not.toContain(secret)
    expect(await authenticatorStep(app, admin.email, ticket)).toMatchObject({ ticket, secret })
    const fresh = { ...admin, secret: Secret.fromBase32(secret) }
    pass(60)
    const finish = (code: string, by = visitor) =>
      finishAuthenticator(app, admin.email, { ticket, code }, by)
    // Neither a code of the old app nor another session's ticket.
    expect(await refusal(finish(codeFor(app, admin)))).toMatchObject({ field: 'code' })
    expect(
      (await refusal(finish(codeFor(app, fresh), { headers: await cookie(), address }))).message,
    ).toBe('Please start over with your password and a code.')
    await enter(codeFor(app, admin))
    pass(60)

    await finish(codeFor(app, fresh))
    expect(await renewSession(app, visitor.headers)).not.toBeNull()
    expect(await renewSession(app, elsewhere)).toBeNull()
    // The code that proved it is used up, and the old app's are none.
    expect((await refusal(enter(codeFor(app, fresh)))).message).toBe('Invalid MFA code')
    pass(60)
    expect((await refusal(enter(codeFor(app, admin)))).message).toBe('Invalid MFA code')
    await enter(codeFor(app, fresh))
  })

  it('waits a quarter of an hour for that, and takes no ticket but its own [SESS-07]', async () => {
    const { app, admin, visitor, proof, pass } = await shopWithAdmin(await open())
    const { ticket, secret } = await beginAuthenticator(app, admin.email, proof(), visitor)
    const fresh = { ...admin, secret: Secret.fromBase32(secret) }
    pass(15 * 60 + 30)
    for (const given of [ticket, `${ticket}00`, 'x', '']) {
      const late = { ticket: given, code: codeFor(app, fresh) }
      expect((await refusal(finishAuthenticator(app, admin.email, late, visitor))).status).toBe(400)
    }
  })
})
