import { Secret } from 'otpauth'
import { expect, it } from 'vitest'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import { adminEmailChanges, adminPasskeys, admins } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { adminRow, codeFor, firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { TestAuthenticator } from '#tests/support/authenticator.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { deviceCookie, knownDevice } from '../known-device.ts'
import { adminByEmail } from '../queries/admins.ts'
import { invitationByToken } from '../queries/invitations.ts'
import { addPasskey, registrationOptions } from './add-passkey.ts'
import { renewSession } from './admin-session.ts'
import { beginAuthenticator, finishAuthenticator } from './change-authenticator.ts'
import {
  cancelableEmail,
  cancelEmailChange,
  confirmEmail,
  requestEmailChange,
} from './change-email.ts'
import { removePasskey } from './change-passkey.ts'
import { changePassword } from './change-password.ts'
import { endSessions } from './end-sessions.ts'
import { invite } from './invite.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { resetColleagueFactor, resetSecondFactor } from './reset-second-factor.ts'

const address = '192.0.2.1'

/** An account with a passkey whose email address somebody with a session and a code wants to move. */
async function shopUnderAttack(db: Database) {
  let now = Date.parse('2026-03-11T12:00:15Z')
  const sent: Email[] = []
  const send = async (email: Email) => void sent.push(email)
  const app = testShop({ db, now: () => new Date(now), mail: { send } })
  const admin = await firstAdmin(app)
  const visitor = { headers: new Headers({ Cookie: await signedInCookie(app, admin) }), address }
  const sessionId = (await renewSession(app, visitor.headers))?.sessionId ?? ''
  /** Each code counts once, so time passes before each. */
  const proof = () => {
    now += 60_000
    return { current: admin.password, code: codeFor(app, admin) }
  }
  const add = async (name: string) => {
    const { challenge } = await registrationOptions(app, admin.email, proof(), visitor)
    const registration = new TestAuthenticator().register(challenge)
    await addPasskey(app, admin.email, { name, registration }, visitor)
  }
  await add('Phone')
  const mallory = { email: 'mallory@example.com', role: 'owner', by: admin, address } as const
  const invited = await invite(app, mallory)
  await requestEmailChange(app, admin.email, { newEmail: 'eve@example.com', ...proof() }, visitor)
  const linkIn = (email: Email | undefined, path: string) =>
    new RegExp(`/admin/email/${path}([\\w-]{40,})`).exec(email?.text ?? '')?.[1] ?? ''
  return {
    app,
    admin,
    visitor,
    sessionId,
    proof,
    add,
    invitation: invited.link.split('/').at(-1) ?? '',
    confirmToken: linkIn(sent[1], ''),
    cancelToken: linkIn(sent[0], 'cancel/'),
  }
}

type Shop = Awaited<ReturnType<typeof shopUnderAttack>>

const remedies: [string, (shop: Shop) => Promise<unknown>][] = [
  [
    'a new password',
    ({ app, admin, proof, visitor }) => {
      const password = 'another sentence of silver'
      return changePassword(app, admin.email, { ...proof(), password, again: password }, visitor)
    },
  ],
  [
    'new recovery codes',
    ({ app, admin, proof, visitor }) => renewRecoveryCodes(app, admin.email, proof(), visitor),
  ],
  [
    'another authenticator app',
    async ({ app, admin, proof, visitor }) => {
      const begun = await beginAuthenticator(app, admin.email, proof(), visitor)
      const code = codeFor(app, { secret: Secret.fromBase32(begun.secret) })
      await finishAuthenticator(app, admin.email, { ticket: begun.ticket, code }, visitor)
    },
  ],
  ['another passkey', ({ add }) => add('Laptop')],
  [
    'a passkey less',
    async ({ app, admin }) => {
      const [passkey] = await app.db.orm.select().from(adminPasskeys)
      await removePasskey(app, { admin, id: passkey?.id ?? '', address })
    },
  ],
  [
    'the other sessions ended',
    ({ app, admin, sessionId }) => endSessions(app, { admin, sessionId, which: 'others', address }),
  ],
  [
    'one session ended',
    ({ app, admin, sessionId }) =>
      endSessions(app, { admin, sessionId, which: { id: 'ended before' }, address }),
  ],
  [
    'a second factor that was reset',
    ({ app, admin }) =>
      resetSecondFactor(app, { email: admin.email, actor: { type: 'command', id: 'a test' } }),
  ],
]

/** Of the remedies, those that the account's own session asks for; and the change of the email address. */
const changesBySession: typeof remedies = [
  ...remedies.filter(([, remedy]) => /proof|add\(/.test(remedy.toString())),
  [
    'another email address',
    ({ app, admin, proof, visitor }) =>
      requestEmailChange(app, admin.email, { newEmail: 'eve@example.com', ...proof() }, visitor),
  ],
  [
    'a colleague’s second factor',
    async ({ app, admin, proof, visitor }) => {
      const email = 'bob@example.com'
      await app.db.orm.insert(admins).values({ ...(await adminRow(app, admin)), id: 'bob', email })
      const asked = { email, by: admin.email, proof: proof() }
      await resetColleagueFactor(app, asked, visitor)
    },
  ],
]

/** Resets the second factor at the last moment: before the next transaction that is no reset. */
function resetInBetween({ app, admin }: Shop): { resets: number } {
  const { orm } = app.db
  const seen = { resets: 0 }
  const plain = { ...app }
  const transaction: typeof orm.transaction = async (work, ...more) => {
    if (seen.resets++ === 0) {
      await resetSecondFactor(plain, {
        email: admin.email,
        actor: { type: 'command', id: 'a test' },
      })
    }
    return orm.transaction(work, ...more)
  }
  const slow = new Proxy(orm, {
    get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)),
  })
  Object.assign(app, { db: { ...app.db, orm: slow } })
  return seen
}

onBothDatabases('the remedies of an account', (open) => {
  it.each(changesBySession)(
    '%s on its way ends with a reset of the second factor, and undoes nothing of it [SESS-12]',
    async (_, change) => {
      const shop = await shopUnderAttack(await open())
      const { app, admin } = shop
      const before = await adminRow(app, admin)
      const seen = resetInBetween(shop)
      expect(await refusal(change(shop))).toMatchObject({ code: 'not_signed_in', status: 401 })
      expect(seen.resets).toBe(1)
      const after = await adminRow(app, admin)
      expect(after).toMatchObject({ lastStep: null, passwordHash: before.passwordHash })
      expect(after.mfaCode).not.toBe(before.mfaCode)
      expect(await app.db.orm.$count(adminPasskeys)).toBe(0)
      expect(await app.db.orm.$count(adminEmailChanges)).toBe(0)
    },
  )

  it.each(remedies)(
    '%s ends a pending change of the email address and open invitations of the account [SESS-10, INVITE-06]',
    async (_, remedy) => {
      const shop = await shopUnderAttack(await open())
      expect((await invitationByToken(shop.app, shop.invitation)).role).toBe('owner')
      await remedy(shop)
      const ended = await refusal(invitationByToken(shop.app, shop.invitation))
      expect(ended).toMatchObject({ code: 'invitation_revoked', status: 410 })
      expect(await shop.app.db.orm.$count(adminEmailChanges)).toBe(0)
      expect(await confirmEmail(shop.app, shop.confirmToken, { address })).toBeNull()
      expect((await adminByEmail(shop.app.db.orm, shop.admin.email))?.id).toBe(shop.admin.id)
    },
  )

  it('“This wasn’t me” cancels the change, ends every session, and works once [SESS-10]', async () => {
    const { app, admin, visitor, confirmToken, cancelToken } = await shopUnderAttack(await open())
    expect(await cancelableEmail(app, confirmToken)).toBeNull()
    expect(await cancelEmailChange(app, confirmToken, { address })).toBe(false)
    expect(await cancelableEmail(app, cancelToken)).toBe('eve@example.com')
    expect(await confirmEmail(app, cancelToken, { address })).toBeNull()
    expect(await cancelEmailChange(app, cancelToken, { address })).toBe(true)
    expect(await renewSession(app, visitor.headers)).toBeNull()
    expect(await confirmEmail(app, confirmToken, { address })).toBeNull()
    expect(await cancelableEmail(app, cancelToken)).toBeNull()
    expect(await cancelEmailChange(app, cancelToken, { address })).toBe(false)
    expect((await auditLabels(app)).at(-1)).toBe(
      `${admin.email}: canceled a change of email address (to eve@example.com, IP address ${address}; sessions ended: 1)`,
    )
  })

  it('a reset of the second factor removes passkeys and known devices as well [SESS-10]', async () => {
    const { app, admin, proof } = await shopUnderAttack(await open())
    const cookie = await deviceCookie(app, admin.id, 'a-device')
    const headers = new Headers({ Cookie: cookie.split(';')[0] ?? '' })
    const known = async () => {
      const row = await adminByEmail(app.db.orm, admin.email)
      return knownDevice(app, headers, admin.id, row?.devicesKnownFrom)
    }
    expect(await known()).toBe('a-device')
    proof()
    const actor = { type: 'command', id: 'a test' } as const
    await resetSecondFactor(app, { email: admin.email, actor })
    expect(await app.db.orm.$count(adminPasskeys)).toBe(0)
    expect(await known()).toBeNull()
  })
})
