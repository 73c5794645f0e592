import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { firstAdmin, signedInCookie, type TestAdmin } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { paidOrder, payment } from '#tests/support/orders.ts'

/** Settings that nobody but the server may read, each to be known again. */
const settings = {
  SESSION_SECRET: 'canary-of-the-session-0123456789abcdef',
  GOLDAPI_IO_KEY: 'canary-of-goldapi',
  METALS_DEV_KEY: 'canary-of-metals',
  CONTENT_SITE_URL: 'http://127.0.0.1:9/wp-json/wp/v2',
  CONTENT_SITE_KEY: 'consumer_secret=canary-of-the-journal',
  SMTP_URL: 'smtp://shop:canary-of-the-mail@127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
}

let shop: TestShop
let admin: TestAdmin
let cookie: string
let order: string
beforeAll(async () => {
  shop = await openBuiltShop(settings)
  admin = await firstAdmin(shop.app)
  cookie = await signedInCookie(shop.app, admin)
  const paid = await paidOrder(shop.app)
  order = paid.id
  // What a provider sends is stored whole; a screen shows what it means alone.
  const second = { id: 'second', reference: 'another', payload: { inside: 'canary-of-the-event' } }
  await applyPaymentEvent(shop.app, payment(paid, second))
})
afterAll(() => shop.close())

it('no screen of the admin area, nor its data, tells a secret [SEC-06]', async () => {
  const [stored] = (await shop.app.db.orm.select().from(admins)) ?? []
  const secrets = [
    'canary-of',
    admin.password,
    Buffer.from(admin.secret.bytes).toString('hex'),
    Buffer.from(admin.secret.bytes).toString('base64'),
    ...admin.recoveryCodes,
    stored?.passwordHash,
    stored?.mfaCode,
    cookie.split('=')[1],
  ].filter((secret) => secret !== null && secret !== undefined && secret !== '')
  expect(secrets.length).toBeGreaterThan(6)
  const dashboard = [
    '',
    '/products',
    '/gold-price',
    '/orders',
    `/orders/${order}`,
    '/woocommerce',
    '/paracord',
  ]
  const paths = [
    ...[...dashboard, '/shipping', '/bank-price', '/debug'].map((tab) => `/admin/dashboard${tab}`),
    '/admin/account',
    '/admin/confirm',
    '/admin/products/new',
    '/admin/products/edit/7',
  ]
  for (const path of paths) {
    for (const asked of [path, `${path}.data`]) {
      const response = await fetch(shop.url + asked, { headers: { cookie }, redirect: 'manual' })
      expect(response.status, asked).toBe(200)
      expect(response.headers.get('cache-control'), asked).toContain('no-store')
      const text = await response.text()
      for (const secret of secrets) expect(text.includes(`${secret}`), asked).toBe(false)
    }
  }
})
