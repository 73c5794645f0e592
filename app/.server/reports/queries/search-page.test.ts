import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { customersPage } from '#app/.server/customers/queries/customers.ts'
import { correctBuyer } from '#app/.server/fulfillment/commands/correct-buyer.ts'
import { messagesPage } from '#app/.server/messages/queries/messages.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { messages } from '#app/.server/platform/db/message-schema.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { groupsOf } from '#app/routes/admin/reports/search/found.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { buyerAddress, payment, pendingOrder, seenByStaff } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { customerSearch, messageSearch, orderSearch, searchPage } from './search-page.ts'

async function pays(app: AppContext, email: string, name: string) {
  const order = await pendingOrder(app)
  await applyPaymentEvent(app, payment(order, { email, address: { ...buyerAddress, name } }))
  return order
}

onBothDatabases('the search of the admin area', (open) => {
  it('finds orders and customers by how they begin, products by a part, of what a role may open [HELP-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const zoe = await pays(shop, 'Zoë@Example.com', 'Zoë van Łuczak')
    pass(1)
    const ada = await pays(shop, 'ada_b@example.com', 'Ada Buyer')
    const find = (q: string, role: Role = 'owner') => searchPage(shop, { q, role })
    const numbers = async (q: string, role?: Role) =>
      (await find(q, role)).orders.shown.map(({ number }) => number)

    const drawn = ada.number.replace(/^T-FN-/, '')
    const input = [ada.number, drawn, drawn.replace('-', '').toLowerCase(), drawn.slice(0, 6)]
    for (const q of input) expect(await numbers(q), q).toEqual([ada.number])
    expect(await numbers('t-fn')).toEqual([ada.number, zoe.number])
    for (const q of ['zoë@ex', 'ZOË', 'zoe van', 'luczak']) {
      expect(await numbers(q), q).toEqual([zoe.number])
      expect((await find(q)).customers.shown, q).toMatchObject([{ name: 'Zoë van Łuczak' }])
    }
    // Plain text: no character is a wildcard.
    for (const q of ['%', 'ada%', 'ada.b', '_da', '\u{10FFFF}\u{10FFFF}', '\0\0']) {
      const { orders, customers } = await find(q)
      expect([...orders.shown, ...customers.shown], q).toEqual([])
    }
    expect(await numbers('ada_b@example.com')).toEqual([ada.number])
    expect((await find('wave')).products.shown.map(({ name }) => name)).toContain('Sound Wave')
    const nothing = { shown: [], more: 0 }
    expect(await find('w')).toEqual({
      ...{ orders: nothing, customers: nothing, products: nothing, messages: nothing },
    })

    const bench = await find('ada', 'bench')
    expect(bench.orders.shown).toHaveLength(1)
    expect([bench.customers, (await find('wave', 'bench')).products]).toEqual([nothing, nothing])
  })

  it('finds each order by the name it was placed with, where one email address has several [SEARCH-03]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const names = ['Anne-Marie O’Neill D’Arcy', '王小明', 'Иван Петров', 'Ada Latest']
    const placed: string[] = []
    for (const name of names) {
      placed.push((await pays(shop, 'ada@example.com', name)).number)
      pass(1)
    }
    for (const [q, at] of [
      ["d'arcy", 0],
      ['D’Arcy', 0],
      ['anne-marie o', 0],
      ['o’neill d', 0],
      ['王小明', 1],
      ['петров', 2],
      ['иван', 2],
    ] as const) {
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      const found = await searchPage(shop, { q, role: 'owner' })
      for (const orders of [listed.orders, found.orders.shown]) {
        expect(
          orders.map(({ number }) => number),
          q,
        ).toEqual([placed[at]])
      }
      expect(found.customers.shown, q).toMatchObject([{ name: 'Ada Latest' }])
    }
  })

  it('finds a name with and without the signs and accents in it [SEARCH-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const numbers: string[] = []
    for (const [email, name] of [
      ['a@example.com', 'Mary O’Brien'],
      ['b@example.com', 'José Anne-Marie'],
      ['c@example.com', 'Tim Obrien'],
    ] as const) {
      numbers.push((await pays(shop, email, name)).number)
      pass(1)
    }
    await shop.db.orm.insert(messages).values({
      ...{ kind: 'contact', receivedAt: shop.now(), changedAt: shop.now(), sentOnce: 'once' },
      ...{ name: 'O’Brien', email: 'o@example.com', subject: 'Hello', body: 'Hello.' },
    })
    const both = [numbers[2], numbers[0]]
    for (const [q, expected, senders] of [
      ['obrien', both, 1],
      ['O’Brien', both, 1],
      ["o'br", both, 1],
      ['mary obrien', [numbers[0]], 0],
      ['jose', [numbers[1]], 0],
      ['José', [numbers[1]], 0],
      ['annemarie', [numbers[1]], 0],
      ['anne-marie', [numbers[1]], 0],
      ["''", [], 0],
    ] as const) {
      const found = await searchPage(shop, { q, role: 'owner' })
      expect(
        found.orders.shown.map(({ number }) => number),
        q,
      ).toEqual(expected)
      expect(found.customers.shown, q).toHaveLength(expected.length)
      expect(found.messages.shown, q).toHaveLength(senders)
      if (expected.length === 0) continue
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      expect(
        listed.orders.map(({ number }) => number),
        q,
      ).toEqual(expected)
      const buyers = await customersPage(shop, { q, livemode: false, page: 1 })
      expect(buyers.total, q).toBe(expected.length)
      const { messages: sent } = await messagesPage(shop, { q, state: 'all', page: 1 })
      expect(sent, q).toHaveLength(senders)
    }
  })

  it('finds an order and its buyer by the email address it had before a correction [SEARCH-09]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await pays(shop, 'José.typo@Example.com', 'Ada Buyer')
    pass(1)
    await pays(shop, 'other@example.com', 'Grace Other')
    const seen = await seenByStaff(shop, order)
    const address = { ...buyerAddress, phone: '', name: 'Ada Buyer' }
    await correctBuyer(shop, { ...seen, email: 'ada@example.com', address })
    for (const q of ['jose.typo@example.com', 'josé.ty', 'ada@example.com']) {
      const found = await searchPage(shop, { q, role: 'owner' })
      expect(
        found.orders.shown.map(({ id }) => id),
        q,
      ).toEqual([order.id])
      expect(found.customers.shown, q).toMatchObject([{ email: 'ada@example.com' }])
      const listed = await ordersPage(shop, { q, filter: 'all', page: 1 })
      expect(
        listed.orders.map(({ id }) => id),
        q,
      ).toEqual([order.id])
      expect((await customersPage(shop, { q, livemode: false, page: 1 })).total, q).toBe(1)
    }
  })

  it('says how many more there are than it shows, with a link to their list [SEARCH-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    for (let buyer = 1; buyer <= 8; buyer++) {
      await pays(shop, `ada${buyer}@example.com`, `Ada Number${buyer}`)
      pass(1)
    }
    const page = await searchPage(shop, { q: '98101', role: 'owner' })
    expect([page.orders.shown.length, page.orders.more]).toEqual([6, 2])
    expect([page.customers.shown.length, page.customers.more]).toEqual([6, 2])
    const groups = groupsOf(page, { q: '98101', role: 'owner' })
    expect(groups.map(({ title, more }) => [title, more?.label, more?.to])).toEqual([
      ['Orders', 'and 2 more', '/admin/dashboard/orders?q=98101'],
      ['Customers', 'and 2 more', '/admin/dashboard/customers?q=98101'],
    ])
    // Its list has all of them.
    expect((await ordersPage(shop, { q: '98101', filter: 'all', page: 1 })).total).toBe(8)
    const few = await searchPage(shop, { q: 'ada1', role: 'owner' })
    expect([few.orders.more, few.customers.more, few.products.more]).toEqual([0, 0, 0])
  })

  it('asks indexes alone, however many orders, customers and messages there are [HELP-05, MESSAGE-06, SEARCH-03]', async () => {
    const { orm } = await open()
    await orm.transaction(async (tx) => {
      // Of an empty table all would be read.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const planOf = async (query: SQL) =>
        JSON.stringify(await rows(tx, sql`explain (costs off) ${query}`))
      const ofOrders = await planOf(orderSearch('7k3m'))
      for (const index of [
        'orders_number_start',
        'orders_email_start',
        'orders_name_start',
        'orders_second_name_start',
        'orders_last_name_start',
        'customers_name_start',
        'customers_last_name_start',
      ]) {
        expect(ofOrders, index).toContain(index)
      }
      const ofCustomers = await planOf(customerSearch('ada'))
      expect(ofCustomers).toContain('customers_email_start')
      const ofMessages = await planOf(messageSearch('ada'))
      for (const index of ['email', 'name', 'subject']) {
        expect(ofMessages).toContain(`messages_${index}_start`)
      }
      // Of one sender, for an export or erasure.
      const ofSender = await planOf(
        sql`select id from messages where ${sameEmail(messages.email, 'ada@example.com')}`,
      )
      expect(ofSender).toContain('messages_of_buyer')
      expect(ofOrders + ofCustomers + ofMessages + ofSender).not.toContain('Seq Scan')
    })
  })
})
