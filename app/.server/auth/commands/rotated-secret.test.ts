import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { readConfig } from '#app/.server/config.ts'
import { shopSecrets } from '#app/.server/platform/secret.ts'
import { adminRow, codeFor, firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { knownDevice } from '../known-device.ts'
import { redeemCode } from '../second-factor.ts'
import { endSession, renewSession } from './admin-session.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { attemptOf, signIn } from './sign-in.ts'

const fresh = 'the secret after the rotation, also 32 characters'

/** The same shop started again with these secrets. */
const startedWith = (app: AppContext, secret: string, olderSecrets: string[] = []): AppContext => ({
  ...app,
  secret,
  olderSecrets,
})

const cookieOf = (cookies: string[]) =>
  new Headers({ Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })

onBothDatabases('a secret that was rotated', (open) => {
  it('costs nobody their session, device, quote or second factor [SECRET-03]', async () => {
    const { shop: before, pass } = await sellingShop(await open())
    const ann = await firstAdmin(before)
    const visitor = { headers: new Headers(), address: '192.0.2.1' }
    const login = (app: AppContext, code: string) =>
      signIn(app, { email: ann.email, password: ann.password, code }, visitor)
    const { cookies } = await login(before, codeFor(before, ann))
    const quoted = await quoteCart(before, [{ productId: '7', size: 'Small', quantity: 1 }])

    const both = startedWith(before, fresh, [before.secret])
    const signedIn = await renewSession(both, cookieOf(cookies))
    expect(signedIn?.admin.email).toBe(ann.email)
    expect(await knownDevice(both, cookieOf(cookies), ann.id)).not.toBeNull()
    expect((await placeOrder(both, checkout(quoted))).url).toMatch(/^http/)
    expect((await login(both, ann.recoveryCodes[0] ?? '')).admin.email).toBe(ann.email)

    // Not by the new one alone, until the factor was used once.
    const alone = startedWith(before, fresh)
    pass(2)
    await expect(login(alone, codeFor(alone, ann))).rejects.toThrow()
    expect(await renewSession(alone, cookieOf(cookies))).toBeNull()
    expect(await knownDevice(alone, cookieOf(cookies), ann.id)).toBeNull()
    pass(2)
    expect((await login(both, codeFor(both, ann))).admin.email).toBe(ann.email)
    pass(2)
    const after = await login(alone, codeFor(alone, ann))
    expect((await renewSession(alone, cookieOf(after.cookies)))?.admin.email).toBe(ann.email)

    // And a session from before ends as any other.
    await endSession(both, cookieOf(cookies))
    expect(await renewSession(both, cookieOf(cookies))).toBeNull()
  })

  it('writes no second factor back that was reset since it was read [SESS-12, SECRET-03]', async () => {
    const { shop: before } = await sellingShop(await open())
    const ann = await firstAdmin(before)
    const app = startedWith(before, fresh, [before.secret])
    const read = await adminRow(app, ann)
    const visitor = { headers: new Headers(), address: '192.0.2.1' }
    const attempt = await attemptOf(app, read, ann.email, visitor)
    const actor = { type: 'command', id: 'a test' } as const
    await resetSecondFactor(app, { email: ann.email, actor })
    const reset = await adminRow(app, ann)
    expect(await redeemCode(app, read, codeFor(app, ann), attempt)).toBeNull()
    expect(await adminRow(app, ann)).toEqual(reset)
  })
})

it('is read from the setting and from the data folder, the first one first [SECRET-03]', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  const config = readConfig({ SESSION_SECRET: `${first}, ${second}` })
  expect(shopSecrets(config)).toEqual({ secret: first, olderSecrets: [second] })
  expect(() => readConfig({ SESSION_SECRET: `${first},short` })).toThrow(/^SESSION_SECRET needs 32/)
  // A sentence that was set before there were lists stays what it is.
  const message = 'one secret, that somebody made up, with commas'
  expect(readConfig({ SESSION_SECRET: message })).toMatchObject({
    sessionSecret: message,
    olderSecrets: [],
  })
})

it('is replaced in the data folder by a command, and the one before is kept behind it [SECRET-03]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { PATH = '' } = process.env
  const rotate = (env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(process.cwd(), 'scripts/secret.mjs'), '--rotate'], {
      cwd: folder,
      env: { PATH, DATA_DIR: folder, ...env },
      encoding: 'utf8',
    })
  expect(rotate().status).toBe(1)
  const config = readConfig({ DATA_DIR: folder })
  const first = shopSecrets(config)
  expect(first.olderSecrets).toEqual([])
  expect(rotate()).toMatchObject({ status: 0, stdout: '' })
  const second = shopSecrets(config)
  expect(second.secret).not.toBe(first.secret)
  expect(second.olderSecrets).toEqual([first.secret])
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(rotate({ SESSION_SECRET: 's'.repeat(32) }).stdout).toMatch(
    /^SESSION_SECRET=[\w-]{43},s{32}\n$/,
  )
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toContain(first.secret)
  writeFileSync(join(folder, 'secret'), 'short')
  expect(() => shopSecrets(config)).toThrow(/is damaged/)
})
