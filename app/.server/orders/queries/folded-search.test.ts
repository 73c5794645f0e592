import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { adminProducts } from '#app/.server/catalog/queries/admin-products.ts'
import { collectionPage } from '#app/.server/catalog/queries/catalog.ts'
import { customersPage } from '#app/.server/customers/queries/customers.ts'
import { libraryPage } from '#app/.server/media/queries/library.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { searchPage } from '#app/.server/reports/queries/search-page.ts'
import { findScreens } from '#app/routes/admin/reports/search/screens.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { buyerAddress, payment, pendingOrder } from '#tests/support/orders.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { ordersPage } from './admin-orders.ts'

/** The same words by other keyboards, phones and word processors. */
const ways = [
  "maker's - café ½",
  'MAKER’S — CAFÉ 1/2',
  'maker‘s – cafe\u0301\u00a0½',
  'Makerʼs ‑ Cafe  1⁄2',
  'ＭＡＫＥＲ＇Ｓ － ｃａｆｅ １/２',
  'ma\u00adker´s − cafè 1∕2',
]

onBothDatabases('whatever is typed', (open) => {
  it('finds a product in the shop, the list of staff and the search of everything [FOLD-01, FOLD-02]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertProducts(db, [
      { id: 'name', name: 'The Maker’s — Café ½' },
      { id: 'text', name: 'Fir', description: '<p>The ma<b>ker&rsquo;s</b> &mdash; Café ½</p>' },
      { id: 'other', name: 'Markers' },
    ])
    const { shop } = await sellingShop(db)
    for (const q of ways) {
      const inShop = await collectionPage(shop, { q, category: '', page: 1 })
      expect(inShop.products.map(({ id }) => id).toSorted(), q).toEqual(['name', 'text'])
      const listed = await adminProducts(shop, { q, order: 'newest', page: 1 })
      expect(
        listed.products.map(({ id }) => id),
        q,
      ).toEqual(['name'])
      const everything = await searchPage(shop, { q, role: 'owner' })
      expect(
        everything.products.shown.map(({ id }) => id),
        q,
      ).toEqual(['name'])
    }
  })

  it('finds an order, its buyer, a picture and an entry of the log [FOLD-02]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await pendingOrder(shop)
    const name = 'Maker’s — Café ½'
    // Domains are stored in ASCII letters, so the accent is in the name before it [PLACE-06].
    const email = 'Zoë@Bucher.example'
    const address = { ...buyerAddress, name }
    await applyPaymentEvent(shop, payment(order, { email, address }))
    await pendingOrder(shop)
    await db.orm.execute(sql`insert into media
        (id, name, master_width, master_height, version, width, height, bytes, upload_key, created_at,
          created_by)
      values ('0123456789abcdef', ${name}, 800, 600, '01234567', 800, 600, 9, 'key', now(), 'ann')`)
    const at = new Date('2026-03-11T16:00:00Z')
    const action = 'admin.signed_out'
    await db.orm
      .insert(auditLog)
      .values({ at, actorType: 'admin', actorId: 'Zoë Maker’s—Café', action })
    for (const q of [...ways, 'zoe@bucher', 'ZOË＠BÜCHER', order.number.replaceAll('-', '–')]) {
      const { orders } = await ordersPage(shop, { q, filter: 'all', page: 1 })
      expect(
        orders.map(({ id }) => id),
        q,
      ).toEqual([order.id])
      const found = await searchPage(shop, { q, role: 'owner' })
      expect(
        found.orders.shown.map(({ id }) => id),
        q,
      ).toEqual([order.id])
      if (q.startsWith(order.number.slice(0, 1))) continue
      expect(found.customers.shown, q).toHaveLength(1)
      const { total } = await customersPage(shop, { q, livemode: false, page: 1 })
      expect(total, q).toBe(1)
    }
    for (const q of ways) {
      expect((await libraryPage(shop, { filter: 'all', q, page: 1 })).total, q).toBe(1)
      const words = q.replace(/[½\d１２/⁄∕]/gu, '')
      const { entries } = await auditLogPage(shop, { q: words })
      expect(entries, words).toHaveLength(1)
    }
  })

  it('finds screens of the admin area [FOLD-02]', () => {
    for (const q of ['SHIP–BY', 'ship‑by', 'ｓｈｉｐ－ｂｙ']) {
      expect(findScreens(q, 'owner'), q).toMatchObject([{ label: 'Shipping' }])
    }
  })
})
