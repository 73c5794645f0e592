import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import { adminEmailChanges, alerts } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { codeFor, firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { renewSession } from './admin-session.ts'
import { confirmEmail, pendingEmail, requestEmailChange } from './change-email.ts'
import { signIn } from './sign-in.ts'

const address = '192.0.2.1'
const newEmail = 'ann@new.example'

async function shopWithAdmin(db: Database, takes: (email: Email) => boolean = () => true) {
  let now = Date.parse('2026-03-11T12:00:15Z')
  const sent: Email[] = []
  const app = testShop({
    db,
    now: () => new Date(now),
    mail: {
      send: async (email) => {
        if (!takes(email)) throw new Error('550 no such mailbox')
        sent.push(email)
      },
    },
  })
  const admin = await firstAdmin(app)
  const visitor = { headers: new Headers({ Cookie: await signedInCookie(app, admin) }), address }
  const proof = () => ({ current: admin.password, code: codeFor(app, admin) })
  const ask = (input: object = {}, shop = app) =>
    requestEmailChange(shop, admin.email, { newEmail, ...proof(), ...input }, visitor)
  const token = () => /\/admin\/email\/([\w-]+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  const enter = (email: string) =>
    signIn(
      app,
      { email, ...{ password: admin.password, code: codeFor(app, admin) } },
      {
        headers: new Headers(),
        address,
      },
    )
  return { app, admin, visitor, ask, token, pass, enter, sent }
}

onBothDatabases('another email address', (open) => {
  it('is told to both, and counts once the new one confirms, and only once [SESS-08, ALERT-04]', async () => {
    const { app, admin, visitor, ask, token, pass, enter, sent } = await shopWithAdmin(await open())
    await ask()
    expect(sent.map(({ to }) => to)).toEqual([admin.email, newEmail])
    expect(sent[0]?.text).toContain(newEmail)
    // The present address can cancel the change, and not confirm it.
    expect(sent[0]?.text).toContain('/admin/email/cancel/')
    expect(sent[0]?.text).not.toContain(token())
    expect(JSON.stringify(await app.db.orm.select().from(adminEmailChanges))).not.toContain(token())
    pass(60)
    await enter(admin.email)
    pass(60)
    expect(await pendingEmail(app, token())).toBe(newEmail)
    expect(await confirmEmail(app, `${token()}x`, { address })).toBeNull()
    expect(await confirmEmail(app, token(), { address })).toBe(newEmail)
    const told = await app.db.orm
      .select({ recipient: emailOutbox.recipient })
      .from(emailOutbox)
      .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
      .where(eq(alerts.kind, 'email-changed'))
    expect(told).toEqual([{ recipient: admin.email }])
    expect(await confirmEmail(app, token(), { address })).toBeNull()
    expect(await pendingEmail(app, token())).toBeNull()
    // The session stays, under the new address.
    expect((await renewSession(app, visitor.headers))?.admin.email).toBe(newEmail)
    expect((await refusal(enter(admin.email))).message).toBe('Invalid credentials')
    await enter(newEmail)
    expect(await auditLabels(app)).toEqual(
      expect.arrayContaining([
        'ann@example.com: requested a change of email address (to ann@new.example)',
        'ann@new.example: changed the email address (ann@example.com to ann@new.example)',
      ]),
    )
  })

  it('is confirmed also where the secret was rotated since the mail [SECRET-03]', async () => {
    const { app, ask, token } = await shopWithAdmin(await open())
    await ask()
    const alone = { ...app, secret: 'y'.repeat(40) }
    expect(await pendingEmail(alone, token())).toBeNull()
    const rotated = { ...alone, olderSecrets: [app.secret] }
    expect(await pendingEmail(rotated, token())).toBe(newEmail)
    expect(await confirmEmail(rotated, token(), { address })).toBe(newEmail)
  })

  it('asks for password and code, and for an address that no other admin has [SESS-08]', async () => {
    const { app, ask, sent } = await shopWithAdmin(await open())
    await firstAdmin(app, 'bob@example.com')
    for (const [typed, field] of [
      [{ current: 'wrong wrong wrong' }, 'current'],
      [{ newEmail: 'BOB@example.com' }, 'newEmail'],
      [{ code: 'AAAAA-AAAAA' }, 'code'],
    ] as const) {
      expect(await refusal(ask(typed))).toMatchObject({ field })
    }
    expect((await refusal(ask({}, { ...app, mail: null }))).message).toContain('No mail server')
    expect(sent).toEqual([])
    expect(await app.db.orm.$count(adminEmailChanges)).toBe(0)
  })

  it('is taken back where either mail is not taken [SESS-08]', async () => {
    for (const deaf of ['ann@example.com', newEmail]) {
      const { app, ask } = await shopWithAdmin(await open(), ({ to }) => to !== deaf)
      expect((await refusal(ask())).message).toContain('didn’t accept')
      expect(await app.db.orm.$count(adminEmailChanges)).toBe(0)
    }
  })

  it('is confirmed within two hours, by the last link alone, and not where another admin took it [SESS-08]', async () => {
    const { app, ask, token, pass } = await shopWithAdmin(await open())
    await ask()
    const first = token()
    pass(60)
    await ask({ newEmail: 'ann@third.example' })
    expect(await pendingEmail(app, first)).toBeNull()
    pass(2 * 60 * 60)
    expect(await confirmEmail(app, token(), { address })).toBeNull()
    await ask()
    await firstAdmin(app, newEmail)
    expect((await refusal(confirmEmail(app, token(), { address }))).status).toBe(409)
  })
})
