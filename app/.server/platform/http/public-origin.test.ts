import { expect, it } from 'vitest'
import { rememberOrigin } from './admin-origin.ts'
import { storeFindOrderSession } from './find-order-session.ts'

const shopAt = (publicUrl: string) => ({ publicUrl }) as Parameters<typeof rememberOrigin>[0]
const page = new URL('http://x/admin/dashboard/orders')

it('over https every cookie of the shop’s own has a name that no other host can set [SEC-08]', async () => {
  const app = shopAt('https://shop.example')
  expect(await rememberOrigin(app, page)).toMatch(
    /^__Host-shop-admin\.origin=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(await storeFindOrderSession(app, 'x', 60)).toMatch(
    /^__Host-find-order=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
})

it('over plain http, where browsers take no such name, it has none [SEC-08]', async () => {
  const app = shopAt('http://localhost:3000')
  expect(await rememberOrigin(app, page)).toMatch(/^shop-admin\.origin=/)
  expect(await storeFindOrderSession(app, null)).toMatch(
    /^find-order=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
  )
})
