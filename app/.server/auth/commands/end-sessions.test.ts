import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminPasskeys, adminSessions } from '#app/.server/platform/db/auth-schema.ts'
import { adminRow, firstAdmin, type TestAdmin } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { ownSessions } from '../queries/own-sessions.ts'
import { openSession, renewSession } from './admin-session.ts'
import { endSessions } from './end-sessions.ts'
import { removeAdmin } from './remove-admin.ts'
import { setPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

/** A separate session, as the headers of its next request. */
async function session(app: AppContext, { id }: TestAdmin, address: string, userAgent = firefox) {
  const opened = await openSession(app, await adminRow(app, { id }), {
    headers: new Headers({ 'User-Agent': userAgent }),
    address,
  })
  const headers = new Headers({
    Cookie: opened.cookies.map((text) => text.split(';')[0]).join('; '),
  })
  const sessionId = (await renewSession(app, headers))?.sessionId ?? ''
  return { headers, sessionId }
}

onBothDatabases('open sessions', (open) => {
  it('are listed with device, address and times, the asking one marked, nobody else’s, and no token [SESS-03]', async () => {
    const app = testShop({ db: await open() })
    const [ann, bob] = [await firstAdmin(app), await firstAdmin(app, 'bob@example.com')]
    const here = await session(app, ann, '192.0.2.1')
    await session(app, ann, '2001:db8::7', 'something')
    await session(app, bob, '203.0.113.5')
    const listed = await ownSessions(app, { adminId: ann.id, sessionId: here.sessionId })
    const shown = listed.map(({ device, address, isThis }) => ({ device, address, isThis }))
    expect(shown).toHaveLength(2)
    expect(shown).toContainEqual({
      device: 'Firefox on Linux',
      address: '192.0.2.1',
      isThis: true,
    })
    expect(shown).toContainEqual({
      device: 'unknown browser',
      address: '2001:db8::7',
      isThis: false,
    })
    for (const { signedInAt, lastSeenAt } of listed) {
      expect(Date.now() - signedInAt.getTime()).toBeLessThan(60_000)
      expect(lastSeenAt.getTime()).toBeGreaterThanOrEqual(signedInAt.getTime())
    }
    const stored = await app.db.orm.select().from(adminSessions)
    for (const { token } of stored) expect(JSON.stringify(listed)).not.toContain(token)
  })

  it('are not opened with a password that was changed since it was shown, nor for a removed admin [SESS-12]', async () => {
    const app = testShop({ db: await open() })
    const [ann, bob] = [await firstAdmin(app), await firstAdmin(app, 'bob@example.com')]
    const [shown, bobs] = [await adminRow(app, ann), await adminRow(app, bob)]
    const actor = { type: 'command', id: 'a test' } as const
    await setPassword(app, { email: ann.email, password: 'another sentence of silver', actor })
    await removeAdmin(app, { email: bob.email, actor })
    const visitor = { headers: new Headers(), address: '192.0.2.1' }
    expect(await refusal(openSession(app, shown, visitor))).toMatchObject({ status: 401 })
    await expect(openSession(app, bobs, visitor)).rejects.toThrow()
    expect(await app.db.orm.$count(adminSessions)).toBe(0)
    expect((await adminRow(app, ann)).signedInAt).toBeNull()
    await session(app, ann, '192.0.2.1')
    expect(await app.db.orm.$count(adminSessions)).toBe(1)
  })

  it('are not opened with a second factor that was reset since it was shown, nor by a passkey that is gone [SESS-12]', async () => {
    const app = testShop({ db: await open() })
    const ann = await firstAdmin(app)
    const visitor = { headers: new Headers(), address: '192.0.2.1' }
    const shown = await adminRow(app, ann)
    const opening = () => openSession(app, { ...shown, passkeyId: 'p' }, visitor)
    expect(await refusal(opening())).toMatchObject({ status: 401 })
    await app.db.orm.insert(adminPasskeys).values({
      ...{ id: 'p', adminId: ann.id, name: 'Phone', publicKey: 'k', counter: 0 },
      ...{ deviceType: 'multiDevice' as const, backedUp: true, createdAt: app.now() },
    })
    await opening()
    await resetSecondFactor(app, { email: ann.email, actor: { type: 'command', id: 'a test' } })
    expect(await refusal(openSession(app, shown, visitor))).toMatchObject({ status: 401 })
    expect(await app.db.orm.$count(adminSessions)).toBe(0)
    await session(app, ann, '192.0.2.1')
  })

  it('leave out those that have ended [SESS-01, SESS-02, SESS-03]', async () => {
    const app = testShop({ db: await open() })
    const ann = await firstAdmin(app)
    await session(app, ann, '192.0.2.1')
    const listed = () => ownSessions(app, { adminId: ann.id, sessionId: '' })
    const dayAgo = new Date(Date.now() - 24 * 60 * 60 * 1000)
    expect(await listed()).toHaveLength(1)
    await app.db.orm.update(adminSessions).set({ createdAt: dayAgo })
    expect(await listed()).toEqual([])
    await app.db.orm.update(adminSessions).set({ createdAt: new Date(), expiresAt: dayAgo })
    expect(await listed()).toEqual([])
  })

  it('are ended one by one or all others, at once, and nobody ends another’s [SESS-04]', async () => {
    const app = testShop({ db: await open() })
    const [ann, bob] = [await firstAdmin(app), await firstAdmin(app, 'bob@example.com')]
    const [here, second, third] = [
      await session(app, ann, '192.0.2.1'),
      await session(app, ann, '192.0.2.2'),
      await session(app, ann, '192.0.2.3'),
    ]
    const bobs = await session(app, bob, '203.0.113.5')
    const end = (which: { id: string } | 'others') =>
      endSessions(app, { admin: ann, sessionId: here.sessionId, which, address: '192.0.2.1' })
    const isOpen = async ({ headers }: { headers: Headers }) =>
      (await renewSession(app, headers)) !== null

    expect(await end({ id: bobs.sessionId })).toBe(0)
    expect(await end({ id: second.sessionId })).toBe(1)
    expect(await end({ id: second.sessionId })).toBe(0)
    expect(await Promise.all([here, second, third, bobs].map(isOpen))).toEqual([
      ...[true, false],
      ...[true, true],
    ])
    expect(await end('others')).toBe(1)
    expect(await Promise.all([here, third, bobs].map(isOpen))).toEqual([true, false, true])
    expect((await auditLabels(app)).slice(-2)).toEqual([
      'ann@example.com: ended sessions (1, IP address 192.0.2.1)',
      'ann@example.com: ended sessions (1, IP address 192.0.2.1)',
    ])
  })
})
