import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { codeFor, firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { requireAdmin } from '../require-admin.ts'
import { attemptLimits } from '../sign-in-limits.ts'
import { renewSession } from './admin-session.ts'
import { confirmFactor } from './confirm-factor.ts'

/** The answer of the guard to a write of someone with this cookie. */
async function posted(app: AppContext, cookie: string, work: () => Promise<void>) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const headers = { Cookie: cookie }
  const request = new Request('http://localhost/admin/confirm', { method: 'POST', headers })
  const url = new URL(request.url)
  const args = { request, context, params: {}, pattern: '/admin/confirm', url }
  const next = () => work().then(() => new Response('done'))
  return (await requireAdmin(args as Parameters<typeof requireAdmin>[0], next)) as Response
}

onBothDatabases('confirming within a session', (open) => {
  it('takes a code or a recovery code, once, of the session’s own admin, and notes the time for this session alone [FRESH-01, FRESH-02]', async () => {
    let now = Date.parse('2026-03-11T12:00:15Z')
    const app = testShop({ db: await open(), now: () => new Date(now) })
    const admin = await firstAdmin(app)
    const [here, elsewhere] = [await signedInCookie(app, admin), await signedInCookie(app, admin)]
    const signedInAt = new Date(now)
    const shownIn = async (Cookie: string) =>
      (await renewSession(app, new Headers({ Cookie })))?.factorAt
    expect(await shownIn(here)).toEqual(signedInAt)
    now += 3600_000

    const visitor = { headers: new Headers({ Cookie: here }), address: '192.0.2.1' }
    const confirm = (code: string) => confirmFactor(app, admin.email, code, visitor)
    expect((await refusal(confirm('AAAAA-AAAAA'))).message).toBe('Invalid MFA code')
    expect(await shownIn(here)).toEqual(signedInAt)
    await confirm(codeFor(app, admin))
    expect(await shownIn(here)).toEqual(new Date(now))
    expect(await shownIn(elsewhere)).toEqual(signedInAt)
    expect((await refusal(confirm(codeFor(app, admin)))).message).toBe('Invalid MFA code')
    now += 3600_000
    await confirm(admin.recoveryCodes[0] ?? '')
    expect(await shownIn(here)).toEqual(new Date(now))
    expect((await auditLabels(app)).slice(1)).toEqual([
      'ann@example.com: failed to confirm (IP address 192.0.2.1)',
      'ann@example.com: confirmed (IP address 192.0.2.1, with a code)',
      'ann@example.com: failed to confirm (IP address 192.0.2.1)',
      'ann@example.com: confirmed (IP address 192.0.2.1, with a recovery code)',
    ])
  })

  it('answers that a write is done where the database goes away right after it [ADM-13]', async () => {
    const app = testShop({ db: await open() })
    const cookie = await signedInCookie(app, await firstAdmin(app))
    const response = await posted(app, cookie, async () => {
      app.db = unavailableDatabase()
    })
    expect(await response.text()).toBe('done')
  })

  it('goes on under another token, and the one before opens nothing [SESS-11]', async () => {
    let now = Date.parse('2026-03-11T12:00:15Z')
    const app = testShop({ db: await open(), now: () => new Date(now) })
    const admin = await firstAdmin(app)
    const Cookie = await signedInCookie(app, admin)
    const post = (cookie: string, work: () => Promise<void>) => posted(app, cookie, work)
    const nothingShown = await post(Cookie, async () => {})
    expect(nothingShown.headers.getSetCookie()).toEqual([])

    now += 60_000
    const visitor = { headers: new Headers({ Cookie }), address: '192.0.2.1' }
    const code = admin.recoveryCodes[0] ?? ''
    const shown = await post(Cookie, () => confirmFactor(app, admin.email, code, visitor))
    const [set = ''] = shown.headers.getSetCookie()
    const [renewed = ''] = set.split(';')
    expect(set).toMatch(/; HttpOnly; SameSite=Lax$/)
    expect(await renewSession(app, new Headers({ Cookie }))).toBeNull()
    const session = await renewSession(app, new Headers({ Cookie: renewed }))
    expect(session?.admin.email).toBe(admin.email)
  })

  it('is no way to guess codes in a session that was left open [FRESH-02, AUTH-27]', async () => {
    const app = testShop({ db: await open() })
    const admin = await firstAdmin(app)
    const headers = new Headers({ Cookie: await signedInCookie(app, admin) })
    const confirm = (code: string, email = admin.email) =>
      confirmFactor(app, email, code, { headers, address: '192.0.2.1' })
    const bob = await firstAdmin(app, 'bob@example.com')
    expect((await refusal(confirm(codeFor(app, bob), bob.email))).status).toBe(401)
    for (let n = 0; n < attemptLimits.codeNetwork.points; n += 1) {
      expect((await refusal(confirm('AAAAA-AAAAA'))).status).toBe(400)
    }
    expect((await refusal(confirm(codeFor(app, admin)))).status).toBe(429)
  })
})
