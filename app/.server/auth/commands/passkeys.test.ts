import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  adminPasskeys,
  adminSessions,
  passkeyChallenges,
} from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { codeFor, firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { TestAuthenticator } from '#tests/support/authenticator.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { assertionOptions } from '../passkey-assertion.ts'
import { ownPasskeys } from '../queries/own-passkeys.ts'
import { addPasskey, registrationOptions } from './add-passkey.ts'
import { renewSession } from './admin-session.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { confirmByPasskey } from './confirm-factor.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

const address = '192.0.2.1'
const asHeaders = (cookies: string[]) =>
  new Headers({ Cookie: cookies.map((text) => text.split(';')[0]).join('; ') })

async function shopWithPasskey(db: Database) {
  let now = Date.parse('2026-03-11T12:00:15Z')
  const app = testShop({ db, now: () => new Date(now) })
  const admin = await firstAdmin(app)
  const visitor = {
    headers: new Headers({ Cookie: await signedInCookie(app, admin) }),
    address,
  }
  const proof = () => ({ current: admin.password, code: codeFor(app, admin) })
  const device = new TestAuthenticator()
  const add = async (name = 'Telephone', made = device) => {
    const { challenge } = await registrationOptions(app, admin.email, proof(), visitor)
    await addPasskey(app, admin.email, { name, registration: made.register(challenge) }, visitor)
  }
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  await add()
  pass(60)
  const challenge = async () => (await assertionOptions(app, null)).challenge
  const signIn = (assertion: ReturnType<TestAuthenticator['assert']>) =>
    signInByPasskey(app, assertion, { headers: new Headers(), address })
  return { app, admin, visitor, proof, device, add, pass, challenge, signIn }
}

onBothDatabases('a passkey', (open) => {
  it('signs its admin in, in place of password and code, and counts as a fresh factor [PASSKEY-01, FRESH-01]', async () => {
    const { app, admin, device, challenge, signIn } = await shopWithPasskey(await open())
    const options = await assertionOptions(app, null)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const { cookies } = await signIn(device.assert(await challenge(), admin.id))
    const session = await renewSession(app, asHeaders(cookies))
    expect(session?.admin).toMatchObject({ id: admin.id, email: admin.email })
    expect(session?.factorAt).toEqual(app.now())
    expect(cookies.join()).toContain('shop-admin.device=')
    expect((await auditLabels(app)).slice(-2)).toEqual([
      'ann@example.com: added passkey Telephone',
      'ann@example.com: signed in (IP address 192.0.2.1, with a passkey)',
    ])
  })

  it.each([
    ['another address', { origin: 'https://four-nines.example.evil' }],
    ['another shop', { rpId: 'shop.example' }],
    ['an owner who was not verified', { verified: false }],
    ['another account’s name', { userHandle: 'bob' }],
    ['a registration’s type', { type: 'webauthn.create' }],
    ['a signature over something else', { spoiled: true }],
  ])('is refused with %s, and leaves no session [PASSKEY-02]', async (_, odd) => {
    const { app, admin, device, challenge, signIn } = await shopWithPasskey(await open())
    const before = await app.db.orm.$count(adminSessions)
    const refused = await refusal(signIn(device.assert(await challenge(), admin.id, odd)))
    expect(refused.message).toBe(
      'This passkey wasn’t accepted. Please try again, or use your code.',
    )
    expect(refused.status).toBe(401)
    expect(await app.db.orm.$count(adminSessions)).toBe(before)
  })

  it('is refused where it is unknown, where its count falls, and is kept with its last count [PASSKEY-02]', async () => {
    const { app, admin, device, challenge, signIn } = await shopWithPasskey(await open())
    const unknown = new TestAuthenticator()
    expect((await refusal(signIn(unknown.assert(await challenge(), admin.id)))).status).toBe(401)
    await signIn(device.assert(await challenge(), admin.id, { counter: 7 }))
    const copies = [7, 6, 0].map((counter) => ({ counter }))
    for (const copy of copies) {
      const asserted = device.assert(await challenge(), admin.id, copy)
      expect((await refusal(signIn(asserted))).status, `${copy.counter}`).toBe(401)
    }
    const [kept] = await app.db.orm.select().from(adminPasskeys)
    expect(kept).toMatchObject({ counter: 7, deviceType: 'singleDevice', backedUp: false })
    expect(kept?.lastUsedAt).toEqual(app.now())
  })

  it('answers a challenge once, within five minutes, however many send it at once [PASSKEY-03]', async () => {
    const { app, admin, device, challenge, signIn, pass } = await shopWithPasskey(await open())
    const assertion = device.assert(await challenge(), admin.id, { counter: 0 })
    const together = await Promise.allSettled([1, 2, 3].map(() => signIn(assertion)))
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusal(signIn(assertion))).status).toBe(401)
    const own = Buffer.alloc(32, 7).toString('base64url')
    expect((await refusal(signIn(device.assert(own, admin.id)))).status).toBe(401)
    const late = device.assert(await challenge(), admin.id)
    pass(5 * 60)
    expect((await refusal(signIn(late))).status).toBe(401)
    // What has expired is not kept.
    await challenge()
    expect(await app.db.orm.$count(passkeyChallenges)).toBe(1)
  })

  it('confirms within a session by a challenge of that session, and of its own admin alone [FRESH-02, PASSKEY-03]', async () => {
    const { app, admin, visitor, device, challenge, signIn, pass } = await shopWithPasskey(
      await open(),
    )
    const sessionId = (await renewSession(app, visitor.headers))?.sessionId ?? ''
    const ofSession = async () => (await assertionOptions(app, sessionId)).challenge
    const confirm = (text: string) =>
      confirmByPasskey(app, admin.email, device.assert(text, admin.id), visitor)
    const shown = async () => (await renewSession(app, visitor.headers))?.factorAt
    const before = await shown()
    pass(3600)
    expect((await refusal(confirm(await challenge()))).status).toBe(401)
    const forSession = await ofSession()
    expect((await refusal(signIn(device.assert(forSession, admin.id)))).status).toBe(401)
    expect(await shown()).toEqual(before)
    await confirm(await ofSession())
    expect(await shown()).toEqual(app.now())

    const bob = await firstAdmin(app, 'bob@example.com')
    const bobs = { headers: new Headers({ Cookie: await signedInCookie(app, bob) }), address }
    const bobsSession = (await renewSession(app, bobs.headers))?.sessionId ?? ''
    const asked = (await assertionOptions(app, bobsSession)).challenge
    const anns = device.assert(asked, admin.id)
    expect((await refusal(confirmByPasskey(app, bob.email, anns, bobs))).status).toBe(401)
  })

  it('is added after password and code or another passkey, and by nothing less [PASSKEY-04]', async () => {
    const { app, admin, visitor, proof, device, add, pass } = await shopWithPasskey(await open())
    const begin = (given: Parameters<typeof registrationOptions>[2]) =>
      registrationOptions(app, admin.email, given, visitor)
    const wrong = { ...proof(), current: 'wrong wrong wrong' }
    expect(await refusal(begin(wrong))).toMatchObject({ field: 'current' })
    expect(await refusal(begin({ ...proof(), code: 'AAAAA-AAAAA' }))).toMatchObject({
      field: 'code',
    })
    const second = new TestAuthenticator()
    const made = { name: 'Key', registration: second.register('x'.repeat(43)) }
    expect((await refusal(addPasskey(app, admin.email, made, visitor))).status).toBe(401)

    const sessionId = (await renewSession(app, visitor.headers))?.sessionId ?? ''
    const { challenge: asked } = await assertionOptions(app, sessionId)
    const options = await begin({ assertion: device.assert(asked, admin.id) })
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([
      device.id.toString('base64url'),
    ])
    for (const odd of [{ origin: 'http://evil.example' }, { rpId: 'evil' }, { verified: false }]) {
      const { challenge } = await begin({ ...proof() })
      pass(60)
      const registration = second.register(challenge, odd)
      const refused = addPasskey(app, admin.email, { name: 'Key', registration }, visitor)
      expect((await refusal(refused)).status, JSON.stringify(odd)).toBe(401)
    }
    await add('Key', second)
    pass(60)
    expect((await refusal(add('Again', second))).status).toBe(401)
    expect((await ownPasskeys(app, admin.id)).map(({ name }) => name)).toEqual(['Telephone', 'Key'])
  })

  it('is added by no challenge that a session alone may ask for, nor used by the one that adds it [PASSKEY-04, PASSKEY-03]', async () => {
    const { app, admin, visitor, proof, device } = await shopWithPasskey(await open())
    const sessionId = (await renewSession(app, visitor.headers))?.sessionId ?? ''
    const { challenge } = await assertionOptions(app, sessionId)
    const thief = { name: 'Mine', registration: new TestAuthenticator().register(challenge) }
    expect((await refusal(addPasskey(app, admin.email, thief, visitor))).status).toBe(401)
    expect((await ownPasskeys(app, admin.id)).map(({ name }) => name)).toEqual(['Telephone'])

    const toAdd = await registrationOptions(app, admin.email, proof(), visitor)
    const assertion = device.assert(toAdd.challenge, admin.id)
    const confirmed = confirmByPasskey(app, admin.email, assertion, visitor)
    expect((await refusal(confirmed)).status).toBe(401)
  })

  it('is renamed and removed by its own admin alone, and signs nobody in afterwards [PASSKEY-05]', async () => {
    const { app, admin, device, challenge, signIn } = await shopWithPasskey(await open())
    const bob = await firstAdmin(app, 'bob@example.com')
    const id = device.id.toString('base64url')
    for (const work of [
      removePasskey(app, { admin: bob, id, address }),
      renamePasskey(app, { admin: bob, id, address, name: 'Bob’s' }),
    ]) {
      expect((await refusal(work)).status).toBe(404)
    }
    await renamePasskey(app, { admin, id, address, name: 'Laptop' })
    expect((await ownPasskeys(app, admin.id)).map(({ name }) => name)).toEqual(['Laptop'])
    await removePasskey(app, { admin, id, address })
    expect((await refusal(signIn(device.assert(await challenge(), admin.id)))).status).toBe(401)
    expect(await app.db.orm.select().from(adminPasskeys).where(eq(adminPasskeys.id, id))).toEqual(
      [],
    )
    expect((await auditLabels(app)).slice(-2)).toEqual([
      'ann@example.com: renamed passkey Laptop (before: Telephone)',
      'ann@example.com: removed passkey Laptop',
    ])
  })
})
