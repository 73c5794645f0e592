import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import type { RefundOrDisputeEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { customerNotes } from '#app/.server/platform/db/customers-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  buyerAddress,
  heldOrder,
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  riskEvent,
  strayPayment,
} from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { deleteCustomerNote, noteCustomer } from './commands/note-customer.ts'
import { customerById, customerOfOrder } from './queries/customer.ts'
import { customersPage } from './queries/customers.ts'
import { customersCsv } from './queries/customers-csv.ts'

const by = 'ann@example.com'

async function pays(app: AppContext, email: string, name = 'Ada Buyer') {
  const order = await pendingOrder(app)
  await applyPaymentEvent(app, payment(order, { email, address: { ...buyerAddress, name } }))
  return order
}

const list = async (app: AppContext, q = '') =>
  (await customersPage(app, { q, livemode: false, page: 1 })).customers

onBothDatabases('customers', (open) => {
  it('are those who paid, once for each address, found by name or address [CUST-01]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await heldOrder(shop)
    await pays(shop, 'Zoë@Example.com', 'Zoë Łuczak')
    pass(1)
    await pays(shop, 'ada@example.com')
    pass(1)
    await pays(shop, 'zoë@example.com', 'Zoë Luczak-Hill')
    expect(await list(shop)).toMatchObject([
      { email: 'zoë@example.com', name: 'Zoë Luczak-Hill', orders: 2 },
      { email: 'ada@example.com', name: 'Ada Buyer', orders: 1 },
    ])
    for (const q of ['zoe', 'ZOË', 'luczak', 'zoë@ex']) expect(await list(shop, q)).toHaveLength(1)
    expect(await list(shop, '100%')).toEqual([])
    const live = await customersPage(shop, { q: '', livemode: true, page: 9 })
    expect(live).toMatchObject({ customers: [], total: 0, page: 1, isMixed: true })
  })

  it('that a search finds are counted whole, and each stands on one page [CUST-01]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.execute(sql`
      insert into customers (id, email, livemode, name, orders, first_paid_at, last_paid_at)
      select 'c' || n, 'c' || n || '@example.com', false,
        case when n <= 30 then 'Raven ' || n else 'Other ' || n end, 1,
        timestamptz '2026-03-01', timestamptz '2026-03-01' + n * interval '1 minute'
      from generate_series(1, 40) n`)
    const find = (q: string, page: number) => customersPage(shop, { q, livemode: false, page })
    const [first, second, beyond] = [
      await find('raven', 1),
      await find('raven', 2),
      await find('raven', 9),
    ]
    expect(first).toMatchObject({ total: 30, page: 1, pages: 2 })
    expect(second).toMatchObject({ total: 30, page: 2, pages: 2 })
    expect(beyond).toEqual(second)
    const ids = [...first.customers, ...second.customers].map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 30 }, (_, at) => `c${30 - at}`))
    expect(await find('nobody', 3)).toMatchObject({ customers: [], total: 0, page: 1, pages: 1 })
  })

  it('count every order, also where two are paid in one moment [CUST-01]', async () => {
    const { shop } = await sellingShop(await open())
    const some = await Promise.all([1, 2, 3, 4].map(() => pendingOrder(shop)))
    await Promise.all(some.map((order) => applyPaymentEvent(shop, payment(order))))
    expect(await list(shop)).toMatchObject([{ email: 'ada@example.com', orders: 4 }])
  })

  it('are as a new count would give, whatever becomes of the orders [CUST-01]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [first] = [await pays(shop, 'a@example.com'), await pays(shop, 'A@example.com')]
    pass(5)
    await pays(shop, 'b@example.com')
    const { orm } = shop.db
    await orm.update(orders).set({ email: 'b@example.com' }).where(eq(orders.id, first.id))
    const counted = sql`select folded(email) as email, livemode, count(*)::int as orders,
      max(paid_at)::text as last from orders where paid_at is not null and email is not null
      group by 1, 2 order by 1`
    const kept = sql`select email, livemode, orders, last_paid_at::text as last
      from customers order by email`
    expect(await rows(orm, kept)).toEqual(await rows(orm, counted))
    await orm.update(orders).set({ email: null })
    expect(await rows(orm, kept)).toEqual([])
  })

  it('show their orders by the ledger, and payments without one [CUST-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await applyPaymentEvent(shop, {
      ...{ ...payment(order), id: 'refund', address: null, email: null },
      ...{
        type: 'refunded',
        amount: cents(100),
        reference: `pay-${order.id}`,
        occurredAt: shop.now(),
      },
    })
    const stray = await strayPayment(shop, order)
    const { id = '' } = (await customerOfOrder(shop, order.id)) ?? {}
    expect(await customerById(shop, id)).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada Buyer',
      isTest: true,
      address: buyerAddress,
      paid: order.totalCents,
      refunded: 100,
      orders: [{ number: order.number, paid: order.totalCents, refunded: 100 }],
      paymentsWithoutOrder: [{ id: stray.id, amount: stray.amount }],
    })
    expect(await customerById(shop, 'nobody')).toBeNull()
    expect(await customerOfOrder(shop, order.id)).toEqual({ id, orders: 1, notes: 0 })
    const pending = await pendingOrder(shop)
    expect(await customerOfOrder(shop, pending.id)).toBeNull()
  })

  it('paid nothing of what their bank took back, also in the file, until it is won [CUST-04]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [disputed, returned] = [await paidOrder(shop), await paidOrder(shop)]
    await paidOrder(shop)
    const happens = (order: PlacedOrder, type: RefundOrDisputeEvent['type']) => {
      pass(60)
      return applyPaymentEvent(shop, riskEvent(order, type, shop.now()))
    }
    const paid = async () => {
      const { id = '' } = (await customerOfOrder(shop, disputed.id)) ?? {}
      const customer = await customerById(shop, id)
      let file = ''
      for await (const page of customersCsv(shop, { q: '', livemode: false })) file += page
      return {
        screen: customer?.paid,
        ofOrder: customer?.orders.find(({ number }) => number === disputed.number)?.paid,
        file: Math.round(Number(file.trim().split(',').at(-2)) * 100),
      }
    }
    const { totalCents: each } = disputed
    for (const type of ['dispute open', 'dispute lost'] as const) await happens(disputed, type)
    expect(await paid()).toEqual({ screen: 2 * each, ofOrder: 0, file: 2 * each })
    await happens(returned, 'debit returned')
    expect(await paid()).toEqual({ screen: each, ofOrder: 0, file: each })
    await happens(disputed, 'funds reinstated')
    expect(await paid()).toEqual({ screen: 2 * each, ofOrder: each, file: 2 * each })
  })

  it('have notes that the buyer may read and that go with them [CUST-03, PEOPLE-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { id = '' } = (await customerOfOrder(shop, order.id)) ?? {}
    const key = randomUUID()
    await noteCustomer(shop, { id, by, text: 'Rings before noon.', key })
    // Pressed twice; and sent again later with another text, by the browser's way back.
    const again = { id, by, text: 'Rings before noon.', key }
    await Promise.all([noteCustomer(shop, again), noteCustomer(shop, again)])
    pass(1)
    await noteCustomer(shop, { id, by, text: 'Allergic to nickel.', key })
    const { notes } = (await customerById(shop, id)) ?? { notes: [] }
    expect(notes).toHaveLength(2)
    expect(notes).toMatchObject([
      { by, text: 'Allergic to nickel.' },
      { text: 'Rings before noon.' },
    ])
    await deleteCustomerNote(shop, { id, by, note: notes[1]?.id ?? '' })
    await deleteCustomerNote(shop, { id, by, note: notes[1]?.id ?? '' })
    const exported = JSON.stringify(await exportBuyer(shop, 'ADA@example.com'))
    expect(exported).toContain('Allergic to nickel.')
    expect(exported).not.toMatch(/Rings|ann@/)
    await expect(noteCustomer(shop, { id: 'gone', by, text: 'x', key })).rejects.toThrow(
      'This customer doesn’t exist.',
    )
    const events = await rows(
      shop.db.orm,
      sql`select action, facts::text as facts from audit_log where target_type = 'customer' order by id`,
    )
    expect(events).toEqual([
      { action: 'customer.noted', facts: '{}' },
      { action: 'customer.noted', facts: '{}' },
      { action: 'customer.note_deleted', facts: '{}' },
    ])
  })

  it('are gone with their notes once a buyer is erased, and not while an order needs them [CUST-03]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { id = '' } = (await customerOfOrder(shop, order.id)) ?? {}
    await noteCustomer(shop, { id, by, text: 'Rings before noon.', key: randomUUID() })
    const erase = () =>
      eraseBuyer(shop, { email: 'Ada@example.com', actor: { type: 'command', id: 'privacy' } })
    expect((await erase()).left).toHaveLength(1)
    expect(await shop.db.orm.$count(customerNotes)).toBe(1)
    await shop.db.orm.update(orders).set({ state: 'fulfilled' }).where(eq(orders.id, order.id))
    pass(60 * 24 * 400)
    expect((await erase()).left).toEqual([])
    expect(await shop.db.orm.$count(customerNotes)).toBe(0)
    expect(await list(shop)).toEqual([])
  })
})
