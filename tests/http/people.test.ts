import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { invite } from '#app/.server/auth/commands/invite.ts'
import { removeAdmin } from '#app/.server/auth/commands/remove-admin.ts'
import { adminPasskeys } from '#app/.server/platform/db/auth-schema.ts'
import { shippingSettings } from '#app/.server/platform/db/settings-schema.ts'
import { codeFor, firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const actor = { type: 'admin', id: 'ann@example.com' } as const

async function ask(path: string, cookie = '', form?: Record<string, string>) {
  const response = await fetch(new URL(path, shop.url), {
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: shop.url },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get('Location'),
    // A session that showed a factor goes on under another token.
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie,
  }
}

it('an invitation counts once, and not after its end [PEOPLE-03, INVITE-04]', async () => {
  const ann = await firstAdmin(shop.app)
  const by = {
    by: { id: ann.id, email: ann.email },
    address: '203.0.113.7',
    role: 'bench',
  } as const
  const { link } = await invite(shop.app, { ...by, email: 'ben@example.com' })
  const { pathname } = new URL(link)
  const account = { email: 'ben@example.com', password: 'another sentence of gold' }
  const first = await ask(pathname, '', account)
  const ticket = /name="ticket" value="([^"]+)"/.exec(first.text)?.[1] ?? ''
  const uri = /otpauth:[^"]+/.exec(first.text)?.[0].replaceAll('&amp;', '&') ?? ''
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '')
  const code = new TOTP({ secret }).generate({ timestamp: shop.app.now().getTime() })
  expect((await ask(pathname, '', { ticket, code })).text).toContain('You are signed in')
  for (const form of [undefined, account, { ticket, code }]) {
    const again = await ask(pathname, '', form)
    expect(again.status).toBe(410)
    expect(again.text).toContain('This invitation was already used. It')
  }

  const late = await invite(shop.app, { ...by, email: 'cy@example.com' })
  shop.clock.advance({ minutes: 73 * 60 })
  for (const form of [undefined, { ...account, email: 'cy@example.com' }]) {
    const ended = await ask(new URL(late.link).pathname, '', form)
    expect(ended.status).toBe(410)
    expect(ended.text).toContain('This invitation expired after 72 hours')
  }
})

it('a lowered role and a removal hold from the next request on [PEOPLE-03, ROLE-04]', async () => {
  const [dora, emil] = [
    await firstAdmin(shop.app, 'dora@example.com'),
    await firstAdmin(shop.app, 'emil@example.com'),
  ]
  const cookies = [await signedInCookie(shop.app, dora), await signedInCookie(shop.app, emil)]
  const path = '/admin/dashboard/shipping'
  for (const cookie of cookies) expect((await ask(path, cookie)).status).toBe(200)
  const before = await shop.app.db.orm.select().from(shippingSettings)
  const input = { processingTime: '1 year', shippingTime: '1 year', shippingCost: '$1' }

  await changeRole(shop.app, { email: dora.email, role: 'bench', actor })
  for (const form of [undefined, input]) {
    const refused = await ask(path, cookies[0], form)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Your role is workshop')
  }
  expect((await ask('/admin/dashboard/orders', cookies[0])).status).toBe(200)

  await removeAdmin(shop.app, { email: emil.email, actor })
  expect(await ask(path, cookies[1])).toMatchObject({ status: 302, location: '/admin/login' })
  const refused = await ask(path, cookies[1], input)
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('You are signed out')
  expect(await shop.app.db.orm.select().from(shippingSettings)).toEqual(before)
})

it('a new email address is confirmed with 200, and canceled by the link in the warning [SESS-08, SESS-10]', async () => {
  const texts: string[] = []
  shop.app.mail = { send: async ({ text }) => void texts.push(text) }
  const dan = await firstAdmin(shop.app, 'dan@example.com')
  let cookie = await signedInCookie(shop.app, dan)
  const change = async (newEmail: string) => {
    shop.clock.advance({ minutes: 1 })
    const proof = { current: dan.password, code: codeFor(shop.app, dan) }
    cookie = (await ask('/admin/account', cookie, { action: 'email', newEmail, ...proof })).cookie
    const links = texts.splice(0).flatMap((text) => /\/admin\/email\/[\w/-]+/.exec(text) ?? [])
    return { cancel: links[0] ?? '', confirm: links[1] ?? '' }
  }
  const first = await change('dan@new.example')
  const confirmed = await ask(first.confirm, '', {})
  expect(confirmed.status).toBe(200)
  expect(confirmed.text).toContain('Address confirmed')
  expect((await ask(first.confirm)).status).toBe(404)
  expect((await ask(first.cancel)).text).toContain('There’s nothing to cancel')

  const second = await change('dan@third.example')
  expect((await ask(second.cancel)).text).toContain('dan@third.example')
  expect((await ask('/admin/account', cookie)).status).toBe(200)
  const canceled = await ask(second.cancel, '', {})
  expect(canceled.status).toBe(200)
  expect(canceled.text).toContain('The change is canceled')
  expect((await ask('/admin/account', cookie)).status).toBe(302)
  expect((await ask(second.confirm, '', {})).text).toContain('This link has ended')
})

it('after a change of the password the passkeys that remain are listed, each with a way to remove it [SESS-10]', async () => {
  const eve = await firstAdmin(shop.app, 'eve@example.com')
  const cookie = await signedInCookie(shop.app, eve)
  await shop.app.db.orm.insert(adminPasskeys).values({
    ...{ id: 'a-passkey', adminId: eve.id, name: 'Old phone', publicKey: 'x', counter: 0 },
    ...{ deviceType: 'singleDevice', backedUp: false, createdAt: shop.app.now() },
  })
  const password = 'another sentence of silver'
  const proof = { current: eve.password, code: codeFor(shop.app, eve) }
  const form = { action: 'password', password, again: password, ...proof }
  expect((await ask('/admin/account', cookie)).text).not.toContain('still sign you in')
  const { status, text } = await ask('/admin/account', cookie, form)
  expect(status).toBe(200)
  expect(text.split('Your passkeys still sign you in')[1]).toMatch(/Old phone.*Remove, Old phone/s)
})
