import { domainToASCII, domainToUnicode } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customerById } from '#app/.server/customers/queries/customer.ts'
import { customersPage } from '#app/.server/customers/queries/customers.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { searchPage } from '#app/.server/reports/queries/search-page.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { rows } from './database.ts'
import { emailOutbox, orders } from './schema.ts'

const ascii = 'Info@xn--mnchen-3ya.example'
const spellings = ['info@munchen.example', 'INFO@MÜNCHEN.example', ascii]

onBothDatabases('an email address whose domain is of another script', (open) => {
  it('is shown in its letters and found by any spelling [PLACE-09, FOLD-03]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await shop.db.orm.update(orders).set({ email: ascii }).where(eq(orders.id, order.id))
    const shown = 'Info@münchen.example'
    for (const q of spellings) {
      const found = await ordersPage(shop, { q, filter: 'all', page: 1 })
      expect(
        found.orders.map(({ email }) => email),
        q,
      ).toEqual([shown])
      const all = await searchPage(shop, { q, role: 'owner' })
      expect(
        all.orders.shown.map(({ email }) => email),
        q,
      ).toEqual([shown])
      expect(
        all.customers.shown.map(({ email }) => email),
        q,
      ).toEqual([shown.toLowerCase()])
      const { customers } = await customersPage(shop, { q, livemode: false, page: 1 })
      expect(
        customers.map(({ email }) => email),
        q,
      ).toEqual([shown.toLowerCase()])
    }
    expect((await adminOrder(shop, order.id))?.email).toBe(shown)
    await shop.db.orm
      .update(emailOutbox)
      .set({ recipient: ascii })
      .where(eq(emailOutbox.kind, 'order-paid-buyer'))
    const emails = await orderEmails(shop, order.id)
    expect(emails.find(({ kind }) => kind === 'order-paid-buyer')?.recipient).toBe(shown)
  })

  it('is one customer, whatever spelling was stored [PLACE-10]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const all = [await paidOrder(shop), await paidOrder(shop), await paidOrder(shop)]
    const raw = ['info@MÜNCHEN.example', ascii, 'info@mu\u0308nchen.example']
    for (const [nth, order] of all.entries()) {
      await db.orm.execute(sql`update orders set email = ${raw[nth] ?? ''} where id = ${order.id}`)
    }
    await db.orm.execute(sql`insert into customer_notes (email, at, by, text)
      values (email_key(${ascii}), now(), 'ann', 'Rings')`)
    const { customers } = await customersPage(shop, { q: '', livemode: false, page: 1 })
    expect(customers).toMatchObject([{ email: 'info@münchen.example', orders: 3 }])
    const customer = await customerById(shop, customers[0]?.id ?? '')
    expect(customer?.orders).toHaveLength(3)
    expect(customer?.notes).toMatchObject([{ text: 'Rings' }])
  })

  it('is read from punycode as a browser reads it, and nothing else changes [PLACE-09]', async () => {
    const { orm } = await open()
    const shownOf = async (emails: readonly string[]) =>
      (
        await rows<{ shown: string }>(
          orm,
          sql`select shown_email(each) as shown
              from jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) with ordinality as a (each, nth)
              order by nth`,
        )
      ).map(({ shown }) => shown)
    const letters = fc.string({
      unit: fc.constantFrom(...'aküßñőłαжתع中日한ไ9-'),
      minLength: 1,
      maxLength: 18,
    })
    const domains = fc
      .sample(fc.tuple(letters, letters), { numRuns: 400, seed: 33 })
      .map((labels) => domainToASCII(`${labels.join('.')}.example`))
      .filter((domain) => domain.length > 10 && domainToUnicode(domain) !== '')
    expect(domains.length).toBeGreaterThan(50)
    const shown = await shownOf(domains.map((domain) => `a@${domain}`))
    expect(shown).toEqual(domains.map((domain) => `a@${domainToUnicode(domain)}`))
    const same = [
      'a@example.com',
      'a',
      '',
      'xn--@x',
      'a@xn--.example',
      'a@xn--9.example',
      'a@xn--ab-',
      '@',
      `a@xn--${'9'.repeat(59)}.example`,
      'a@xn--a\u0301.example',
    ]
    expect(await shownOf(same)).toEqual(same.map((each) => each.normalize('NFKC')))
  })
})
