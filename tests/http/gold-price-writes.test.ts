import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'

let own: TestShop
let cookie: string
beforeAll(async () => {
  own = await openBuiltShop()
  cookie = await signedInCookie(own.app, await firstAdmin(own.app))
  await own.goldBecomes('130')
})
afterAll(() => own.close())

const tab = '/admin/dashboard/gold-price'
const post = (path: string, fields: Record<string, string>, header: string) =>
  fetch(own.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { Cookie: header, Origin: own.url },
  })
const stored = async () => [
  await own.app.db.orm.select().from(goldPrices),
  await own.app.db.orm.select().from(goldPriceHistory).orderBy(asc(goldPriceHistory.id)),
]

it('takes a gold price from an admin session, and from nobody else, whatever is posted and where to [GOLD-25]', async () => {
  const { app } = own
  const elsewhere = { ...app, db: app.db && { ...app.db }, secret: 'x'.repeat(40) }
  const anotherShop = await signedInCookie(elsewhere, await firstAdmin(app, 'eve@example.com'))
  const [name = '', value = ''] = cookie.split('=')
  const visitors = ['', 'is_admin=true', `${name}=${value.slice(0, -4)}aaaa`, anotherShop]
  const save = { action: 'save', perGram: '131', perOunce: '' }
  const fields = [
    save,
    { ...save, perGram: '13.1', again: '13.1', voidsEarlier: 'yes' },
    { action: 'fetch' },
    { action: 'accept', id: '1' },
    { price: '4083.2', pricePerGram: '131.2778', source: 'admin-exact' },
  ]
  const before = await stored()
  for (const visitor of visitors) {
    for (const path of [tab, `${tab}?index`, `${tab}.data`]) {
      for (const each of fields) expect((await post(path, each, visitor)).status).toBe(401)
    }
    for (const path of ['/.netlify/functions/gold', '/api/gold-price/stream']) {
      for (const each of fields) expect((await post(path, each, visitor)).status).toBe(405)
    }
  }
  expect(await stored()).toEqual(before)
  // The very post that was refused is stored with a session, so it was the session that was missing.
  expect((await post(tab, save, cookie)).status).toBe(200)
  expect(await stored()).not.toEqual(before)
  expect((await own.app.db.orm.select().from(goldPrices))?.[0]?.pricePerGram).toBe('131.0000')
})
