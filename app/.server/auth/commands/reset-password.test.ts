import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { runAdminCommand } from '#app/.server/admin-command.ts'
import type { AlertContent } from '#app/.server/alerts/alert.ts'
import { alertMessages } from '#app/.server/alerts/alert-messages.ts'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import {
  adminEmailChanges,
  adminPasskeys,
  adminSessions,
  alerts,
  passwordResets,
} from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { codeFor, firstAdmin, signedInCookie, type TestAdmin } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { TestAuthenticator } from '#tests/support/authenticator.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { sendPasswordLinks } from '../jobs/send-password-links.ts'
import { assertionOptions } from '../passkey-assertion.ts'
import { adminOfPasswordLink } from '../queries/password-link.ts'
import { attemptLimits } from '../sign-in-limits.ts'
import { addPasskey, registrationOptions } from './add-passkey.ts'
import { renewSession } from './admin-session.ts'
import { confirmEmail, requestEmailChange } from './change-email.ts'
import { requestPasswordLink } from './request-password-link.ts'
import { resetForgottenPassword } from './reset-password.ts'
import { resetColleagueFactor, resetSecondFactor } from './reset-second-factor.ts'
import { signIn } from './sign-in.ts'

const address = '192.0.2.1'
const elsewhere = { headers: new Headers({ 'User-Agent': 'Firefox' }), address }
const password = 'another sentence of silver'

async function shopOfAnn(db: Database) {
  let now = Date.parse('2026-03-11T12:00:15Z')
  const sent: Email[] = []
  const mood = { takes: true }
  const send = async (email: Email) => {
    if (!mood.takes) throw new Error('451 later')
    sent.push(email)
  }
  const app = testShop({ db, now: () => new Date(now), mail: { send } })
  const admin = await firstAdmin(app)
  const visitor = { headers: new Headers({ Cookie: await signedInCookie(app, admin) }), address }
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  const token = () => /\/admin\/password\/([\w-]{43})/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
  const linkFor = async (email = admin.email) => {
    await requestPasswordLink(app, email)
    await sendPasswordLinks(app)
    return token()
  }
  const reset = (link: string, proof: object = { code: codeFor(app, admin) }, chosen = password) =>
    resetForgottenPassword(app, link, { password: chosen, again: chosen, ...proof }, elsewhere)
  const enter = (by: string, who: TestAdmin = admin) => {
    pass(60)
    return signIn(app, { email: who.email, password: by, code: codeFor(app, who) }, elsewhere)
  }
  const askForEmail = () => {
    pass(60)
    const proof = { current: admin.password, code: codeFor(app, admin) }
    return requestEmailChange(app, admin.email, { newEmail: 'eve@example.com', ...proof }, visitor)
  }
  return { app, admin, visitor, sent, mood, pass, token, linkFor, reset, enter, askForEmail }
}

const requests = ({ db }: { db: Database }) => db.orm.select().from(passwordResets)

onBothDatabases('a lost password', (open) => {
  it('is answered alike for every address; only an admin is emailed, and the link is stored as a hash [FORGOT-01, FORGOT-02]', async () => {
    const { app, admin, sent, linkFor } = await shopOfAnn(await open())
    await requestPasswordLink(app, 'nobody@example.com')
    await requestPasswordLink(app, ' ANN@example.com'.trim())
    expect(sent).toEqual([])
    expect((await requests(app)).map(({ adminId, tokenHash }) => [adminId, tokenHash])).toEqual([
      [null, null],
      [null, null],
    ])
    await sendPasswordLinks(app)
    await sendPasswordLinks(app)
    expect(sent.map(({ to }) => to)).toEqual([admin.email])
    const kept = await requests(app)
    expect(kept).toHaveLength(1)
    const first = /\/admin\/password\/([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? ''
    expect(JSON.stringify(kept)).not.toContain(first)
    expect((await adminOfPasswordLink(app, first)).email).toBe(admin.email)
    // The latest one alone works.
    expect(await linkFor()).not.toBe(first)
    expect(await refusal(adminOfPasswordLink(app, first))).toMatchObject({ status: 410 })
    expect(await app.db.orm.$count(emailOutbox)).toBe(0)
  })

  it('is replaced by the link and a code: sessions and pending changes end, the account is told, nobody is signed in [FORGOT-03]', async () => {
    const { app, admin, visitor, sent, pass, linkFor, reset, enter, askForEmail } = await shopOfAnn(
      await open(),
    )
    await askForEmail()
    const emailToken = /\/admin\/email\/([\w-]{40,})/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
    pass(60)
    const link = await linkFor()
    await reset(link)
    expect(await renewSession(app, visitor.headers)).toBeNull()
    expect(await app.db.orm.$count(adminSessions)).toBe(0)
    expect(await confirmEmail(app, emailToken, { address })).toBeNull()
    expect(await refusal(reset(link))).toMatchObject({ code: 'password_link_ended' })
    expect((await refusal(enter(admin.password))).message).toBe('Invalid credentials')
    await enter(password)
    const told = await app.db.orm
      .select({ to: emailOutbox.recipient, facts: alerts.facts })
      .from(emailOutbox)
      .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
      .where(eq(alerts.kind, 'password-changed'))
    expect(told).toEqual([{ to: admin.email, facts: { by: 'link' } }])
    expect(await auditLabels(app)).toContain(
      'ann@example.com: reset the password of ann@example.com (IP address 192.0.2.1, with an emailed link and a code, sessions ended: 1)',
    )
  })

  it('takes a recovery code or a passkey of the account instead, and none of another [FORGOT-03]', async () => {
    const { app, admin, visitor, pass, linkFor, reset, enter } = await shopOfAnn(await open())
    await reset(await linkFor(), { code: admin.recoveryCodes[0] })
    await enter(password)
    const device = new TestAuthenticator()
    pass(60)
    const cookie = await signedInCookie(app, admin)
    const proof = { current: password, code: codeFor(app, admin) }
    const signedIn = { ...visitor, headers: new Headers({ Cookie: cookie }) }
    const { challenge } = await registrationOptions(app, admin.email, proof, signedIn)
    const registration = device.register(challenge)
    await addPasskey(app, admin.email, { name: 'Phone', registration }, signedIn)
    const asserted = async () =>
      device.assert((await assertionOptions(app, null)).challenge, admin.id)
    const ben = await firstAdmin(app, 'ben@example.com')
    const other = await reset(await linkFor(ben.email), { assertion: await asserted() }).catch(
      (error: unknown) => error,
    )
    expect(other).toMatchObject({ code: 'passkey_refused' })
    await reset(await linkFor(), { assertion: await asserted() }, 'a third sentence of bronze')
    await enter('a third sentence of bronze')
  })

  it('needs a right code and a good password; neither uses the link up [FORGOT-03]', async () => {
    const { app, admin, linkFor, reset } = await shopOfAnn(await open())
    const link = await linkFor()
    expect(await refusal(reset(link, undefined, 'password1234'))).toMatchObject({
      field: 'password',
    })
    for (const code of ['000000', 'AAAAA-AAAAA', 'x', 'y']) {
      expect(await refusal(reset(link, { code }))).toMatchObject({ field: 'code' })
    }
    expect(await auditLabels(app)).toContain(
      'visitor at 192.0.2.1: failed to reset the password of ann@example.com (Invalid MFA code)',
    )
    await reset(link)
    // Wrong codes count as at sign-in: the fifth in a quarter of an hour is the last.
    const again = await linkFor()
    for (let tries = 0; tries < 5; tries++) await refusal(reset(again, { code: '111111' }))
    const { recoveryCodes } = admin
    expect(await refusal(reset(again, { code: recoveryCodes[0] }))).toMatchObject({ status: 429 })
  })

  it('tells its owner of wrong codes at the link in words that name it, and not the password [FORGOT-07]', async () => {
    const { app, admin, linkFor, reset } = await shopOfAnn(await open())
    const link = await linkFor()
    for (let n = 0; n < attemptLimits.codeNetwork.points; n += 1) {
      expect(await refusal(reset(link, { code: 'AAAAA-AAAAA' }))).toMatchObject({ field: 'code' })
    }
    const [told] = await app.db.orm
      .select()
      .from(alerts)
      .where(eq(alerts.kind, 'right-password-wrong-code'))
    expect(told).toMatchObject({ adminId: admin.id, facts: { at: 'password link' } })
    const words = Object.values(alertMessages(told as AlertContent)).join(' ')
    expect(words).toContain('the password reset link we emailed you')
    expect(words).not.toMatch(/knows your password|right password|tried to sign in/)
  })

  it('has a link for 30 minutes, and until the account changes [FORGOT-02, FORGOT-03]', async () => {
    const { app, admin, pass, linkFor } = await shopOfAnn(await open())
    const late = await linkFor()
    pass(30 * 60)
    expect(await refusal(adminOfPasswordLink(app, late))).toMatchObject({ status: 410 })
    await sendPasswordLinks(app)
    expect(await requests(app)).toEqual([])
    const actor = { type: 'command', id: 'a test' } as const
    const before = await linkFor()
    await resetSecondFactor(app, { email: admin.email, actor })
    expect(await refusal(adminOfPasswordLink(app, before))).toMatchObject({ status: 410 })
    // An address that was moved: the link went to the one before.
    const other = await shopOfAnn(await open())
    await other.askForEmail()
    const emailToken = /\/admin\/email\/([\w-]{40,})/.exec(other.sent.at(-1)?.text ?? '')?.[1] ?? ''
    const moved = await other.linkFor()
    await confirmEmail(other.app, emailToken, { address })
    expect(await refusal(adminOfPasswordLink(other.app, moved))).toMatchObject({ status: 410 })
  })

  it('is emailed a minute later where the mail server did not take it, and not without one [FORGOT-01]', async () => {
    const { app, mood, sent, pass, linkFor } = await shopOfAnn(await open())
    mood.takes = false
    await linkFor()
    mood.takes = true
    await sendPasswordLinks(app)
    expect(sent).toEqual([])
    pass(60)
    await sendPasswordLinks(app)
    expect(sent).toHaveLength(1)
    await requestPasswordLink(app, 'ann@example.com')
    await sendPasswordLinks({ ...app, mail: null })
    expect(await requests(app)).toHaveLength(1)
  })

  it('is set by the command, which keeps account and second factor [FORGOT-05]', async () => {
    const { app, admin, enter, askForEmail, linkFor } = await shopOfAnn(await open())
    await askForEmail()
    const link = await linkFor()
    const run = (chosen: string, email = admin.email) =>
      runAdminCommand(app, { command: 'reset-password', email, password: chosen })
    expect(await run('too short')).toMatchObject({ ok: false })
    expect(await run(password, 'bob@example.com')).toMatchObject({ ok: false })
    expect(await run(password)).toMatchObject({ ok: true, json: { email: admin.email } })
    expect(await app.db.orm.$count(adminSessions)).toBe(0)
    expect(await app.db.orm.$count(adminEmailChanges)).toBe(0)
    expect(await refusal(adminOfPasswordLink(app, link))).toMatchObject({ status: 410 })
    await enter(password)
    expect(await auditLabels(app)).toContain(
      'npm run admin: reset the password of ann@example.com (sessions ended: 1)',
    )
  })
})

onBothDatabases('the second factor of a coworker', (open) => {
  it('is reset by an owner with password and code like by the command, told to all owners and logged, and never one’s own [FORGOT-04, ALERT-08]', async () => {
    const { app, admin, pass, enter } = await shopOfAnn(await open())
    const ben = await firstAdmin(app, 'ben@example.com')
    const theirs = new Headers({ Cookie: await signedInCookie(app, ben) })
    await app.db.orm.insert(adminPasskeys).values({
      ...{ id: 'p', adminId: ben.id, name: 'Phone', publicKey: 'k', counter: 0 },
      ...{ deviceType: 'multiDevice' as const, backedUp: true, createdAt: app.now() },
    })
    const headers = new Headers({ Cookie: await signedInCookie(app, admin) })
    const reset = (email: string, more: { current?: string; code?: string } = {}) => {
      const proof = { current: admin.password, code: codeFor(app, admin), ...more }
      return resetColleagueFactor(app, { email, by: admin.email, proof }, { headers, address })
    }
    // A session alone, however fresh, does not do.
    expect(await refusal(reset(ben.email, { current: 'not this one' }))).toMatchObject({
      field: 'current',
    })
    expect(await refusal(reset(ben.email, { code: '000000' }))).toMatchObject({ field: 'code' })
    expect(await refusal(reset('ANN@example.com'))).toMatchObject({ code: 'own_second_factor' })
    expect(await refusal(reset('nobody@example.com'))).toMatchObject({ status: 404 })
    expect(await app.db.orm.$count(adminPasskeys)).toBe(1)
    expect(await renewSession(app, theirs)).not.toBeNull()
    const made = await reset(ben.email)
    expect(made.recoveryCodes).toHaveLength(10)
    expect(await app.db.orm.$count(adminPasskeys)).toBe(0)
    expect(await renewSession(app, theirs)).toBeNull()
    pass(60)
    expect((await refusal(enter(ben.password, ben))).message).toBe('Invalid MFA code')
    const told = await app.db.orm
      .select({ to: emailOutbox.recipient, facts: alerts.facts })
      .from(emailOutbox)
      .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
      .where(eq(alerts.kind, 'second-factor-changed'))
    expect(told).toContainEqual({ to: ben.email, facts: { change: 'reset', by: admin.email } })
    const owners = await app.db.orm
      .select({ to: emailOutbox.recipient })
      .from(emailOutbox)
      .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
      .where(eq(alerts.kind, 'staff-factor-reset'))
    expect(owners.map(({ to }) => to).sort()).toEqual([admin.email, ben.email])
    expect(await auditLabels(app)).toContain(
      'ann@example.com: reset the second factor for ben@example.com (IP address 192.0.2.1)',
    )
  })
})
