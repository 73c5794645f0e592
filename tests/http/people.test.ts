import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { invite } from '#app/.server/auth/commands/invite.ts'
import { removeAdmin } from '#app/.server/auth/commands/remove-admin.ts'
import { shippingSettings } from '#app/.server/platform/db/settings-schema.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const actor = { type: 'admin', id: 'ann@example.com' } as const

async function ask(path: string, cookie = '', form?: Record<string, string>) {
  const answer = await fetch(new URL(path, shop.url), {
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: shop.url },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get('Location'),
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
    expect(again.text).toContain('This invitation has been used already')
  }

  const late = await invite(shop.app, { ...by, email: 'cy@example.com' })
  shop.clock.advance({ minutes: 73 * 60 })
  for (const form of [undefined, { ...account, email: 'cy@example.com' }]) {
    const ended = await ask(new URL(late.link).pathname, '', form)
    expect(ended.status).toBe(410)
    expect(ended.text).toContain('This invitation has ended')
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
  const typed = { processing_time: '1 year', shipping_time: '1 year', shipping_cost: '$1' }

  await changeRole(shop.app, { email: dora.email, role: 'bench', actor })
  for (const form of [undefined, typed]) {
    const refused = await ask(path, cookies[0], form)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('You are signed in as bench')
  }
  expect((await ask('/admin/dashboard/orders', cookies[0])).status).toBe(200)

  await removeAdmin(shop.app, { email: emil.email, actor })
  expect(await ask(path, cookies[1])).toMatchObject({ status: 302, location: '/admin/login' })
  const refused = await ask(path, cookies[1], typed)
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('You are signed out')
  expect(await shop.app.db.orm.select().from(shippingSettings)).toEqual(before)
})
