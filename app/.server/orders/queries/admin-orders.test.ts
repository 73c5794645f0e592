import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import type { Day } from '#app/domain/time/day.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { heldOrder, paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { foundBy } from '../order-search.ts'
import { ordersOnAPage, ordersPage } from './admin-orders.ts'
import type { OrdersFilter } from './orders-matching.ts'
import { shopDay } from './orders-to-do.ts'

/** Order `n` was placed in minute `n`; every third is paid, the tenth is held. */
async function manyOrders(db: Database, count: number): Promise<void> {
  await db.orm.execute(
    sql.raw(`
      insert into orders (id, number, token, state, quote_id, total_cents, currency, email,
        shipping_address, gold_price_per_ounce, gold_price_per_gram, gold_source, gold_taken_at,
        payment_provider, payment_session, payment_reference, hold_reason, tracking, created_at,
        updated_at, paid_at, ship_by, expires_at, livemode)
      select 'o' || n, 'FN-AAAA-' || n, md5('t' || n), case when n % 3 = 0 then 'paid' else 'pending' end,
        'q' || n, 100 * n, 'usd', 'Buyer' || n || '@Example.com',
        json_build_object('name', 'Åsa  Buyer ' || n), 4000, 130, 'gold-api', at, 'test',
        'session-' || n, 'pay_' || n, case when n = 10 then 'Too little.' end, 'USPS ' || n, at, at,
        case when n % 3 = 0 then at end, case when n % 3 = 0 then date '2026-03-06' end, at + interval '35 minutes', false
      from generate_series(1, ${count}) n,
        lateral (select timestamptz '2026-03-01' + n * interval '1 minute' as at) t`),
  )
}

const none = {
  ...{ toDo: 0, late: 0, paid: 0, making: 0, ready: 0, custom: 0, pickup: 0 },
  ...{ held: 0, disputed: 0, mail: 0, address: 0, debit: 0, wire: 0 },
}

onBothDatabases('the list of orders', (open) => {
  it('has the newest first, page by page, each once [ORDER-07]', async () => {
    const db = await open()
    const app = testShop({ db })
    expect(await ordersPage(app, { q: '', filter: 'all', page: 7 })).toEqual({
      orders: [],
      total: 0,
      ofTest: 0,
      page: 1,
      pages: 1,
      waiting: { live: none, test: none },
      isMixed: false,
    })
    const count = 2 * ordersOnAPage + 1
    await manyOrders(db, count)
    // Equal times are settled by the id.
    await db.orm.execute(sql`update orders set created_at = '2026-03-01' where id in ('o4', 'o5')`)
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const { orders, ...rest } = await ordersPage(app, { q: '', filter: 'all', page })
      expect(rest).toEqual({
        total: count,
        ofTest: count,
        page,
        pages: 3,
        waiting: {
          live: none,
          test: { ...none, toDo: 17, late: 17, paid: 17, held: 1, address: 17 },
        },
        isMixed: false,
      })
      seen.push(...orders.map(({ id }) => id))
    }
    const others = Array.from({ length: count }, (_, at) => `o${count - at}`)
    expect(seen).toEqual([...others.filter((id) => id !== 'o4' && id !== 'o5'), 'o4', 'o5'])
    for (const page of [99, Number.POSITIVE_INFINITY]) {
      const last = await ordersPage(app, { q: '', filter: 'all', page })
      expect(last.page).toBe(page === 99 ? 3 : 1)
    }
  })

  it('is filtered by state, and by what needs a look [ORDER-06, ORDER-07]', async () => {
    const db = await open()
    const app = testShop({ db })
    await manyOrders(db, 20)
    const ids = async (filter: OrdersFilter) =>
      (await ordersPage(app, { q: '', filter, page: 1 })).orders.map(({ id }) => id)
    expect(await ids('paid')).toEqual(['o3', 'o6', 'o9', 'o12', 'o15', 'o18'])
    expect(await ids('held')).toEqual(['o10'])
    for (const state of ['refunded', 'expired', 'cancelled', 'sent', 'delivered'] as const) {
      expect(await ids(state)).toEqual([])
    }
  })

  it('finds a number, an email, a name, a tracking text and a payment, in any case [ORDER-07, ORDER-12]', async () => {
    const db = await open()
    const app = testShop({ db })
    await manyOrders(db, 20)
    const found = async (q: string, filter: OrdersFilter = 'all') =>
      (await ordersPage(app, { q, filter, page: 1 })).orders.map(({ id }) => id)
    for (const q of [
      'fn-aaaa-17',
      'BUYER17@',
      ' åsa buyer 17 ',
      'usps 17',
      'PAY_17',
      'session-17',
    ]) {
      expect(await found(q), q).toEqual(['o17'])
    }
    expect(await found('åsa', 'held')).toEqual(['o10'])
    expect(await found('åsa', 'paid')).toHaveLength(6)
    // Without accents, and without dashes and blanks [ORDER-12].
    for (const q of [
      'asa buyer 17',
      'ÅSA Buyer 17',
      'fnaaaa17',
      'FN AAAA 17',
      'aaaa17',
      'usps17',
    ]) {
      expect(await found(q), q).toEqual(['o17'])
    }
    await db.orm.execute(
      sql`update orders set shipping_address = '{"name": "Zoë Łuczak-Weiß"}' where id = 'o3'`,
    )
    for (const q of ['zoe luczak', 'Zoë Łuczak', 'weiss', 'ŁUCZAK-WEISS']) {
      expect(await found(q), q).toEqual(['o3'])
    }
    // What is typed is text, and nothing is found across two parts.
    for (const q of ['%', 'pay%17', 'example.com åsa', 'nobody', '\0']) {
      expect(await found(q), q).toHaveLength(q === '\0' ? 20 : 0)
    }
  })

  it('pages through what a search finds as through all orders, and a page beyond its end is its last [ORDER-07, ORDER-12]', async () => {
    const db = await open()
    const app = testShop({ db })
    await manyOrders(db, 6 * ordersOnAPage + 3)
    const all = async (q: string, page: number, filter: OrdersFilter = 'all') =>
      ordersPage(app, { q, filter, page })
    for (const filter of ['all', 'paid', 'held'] as const) {
      for (const page of [-1, 1, 2, 3, 4, 6, 99, 1e300, Number.NaN]) {
        expect(await all('buyer', page, filter)).toEqual(await all('', page, filter))
      }
    }
    expect(await all('nobody', 5)).toMatchObject({ orders: [], total: 0, page: 1, pages: 1 })
  })

  it('counts those sold on some days as it lists them, of each mode [ORDER-07, TODAY-03]', async () => {
    const { shop } = await sellingShop(await open())
    const sold = await paidOrder(shop)
    await heldOrder(shop)
    const today = shopDay(shop.now())
    const of = async (mode?: 'live' | 'test', from: Day = today) =>
      ordersPage(shop, { q: '', filter: 'all', mode, sold: { from, to: null }, page: 1 })
    const { orders, total, ofTest } = await of()
    expect([orders.map(({ id }) => id), total, ofTest]).toEqual([[sold.id], 1, 1])
    expect(await of('test')).toMatchObject({ total: 1, ofTest: 1 })
    expect(await of('live')).toMatchObject({ total: 0, orders: [] })
    expect(await of('test', '2999-01-01' as Day)).toMatchObject({ total: 0, orders: [] })
  })

  it('looks through all orders once for a search that is answered by its first page [SCALE-04]', async () => {
    const db = await open()
    await manyOrders(db, ordersOnAPage + 1)
    const app = testShop({ db })
    const count = vi.spyOn(db.orm, '$count')
    for (const q of ['buyer17@', 'buyer', 'nobody']) {
      count.mockClear()
      await ordersPage(app, { q, filter: 'all', page: 1 })
      // The matches are not counted by a separate query.
      expect(count).not.toHaveBeenCalled()
    }
    count.mockRestore()
  })

  it('finds a held payment by the email address of who paid it [ORDER-12]', async () => {
    const { shop } = await sellingShop(await open())
    const held = await heldOrder(shop)
    await paidOrder(shop)
    expect(held.email).toBeNull()
    const { orders } = await ordersPage(shop, { q: 'ADA@example.com', filter: 'held', page: 1 })
    expect(orders.map(({ id }) => id)).toEqual([held.id])
  })

  it('searches by an index alone, which takes texts of any length [SCALE-06]', async () => {
    const db = await open()
    await manyOrders(db, 3)
    // Characters of four bytes, without repetition that the database could pack.
    const long = String.fromCodePoint(
      ...Array.from({ length: 5000 }, (_, at) => 0x20000 + ((at * 7919) % 40_000)),
    )
    const email = `${[...long].slice(0, 200).join('')}@example.com`
    const address = { name: long, line1: 'x', city: 'x', state: 'WA', zip: '98101' }
    await db.orm.execute(sql`
      update orders set email = ${email}, tracking = ${long},
        shipping_address = ${JSON.stringify(address)}::jsonb where id = 'o2'`)
    const app = testShop({ db })
    const found = await ordersPage(app, { q: 'fn-aaaa-2', filter: 'all', page: 1 })
    expect(found.orders).toMatchObject([{ id: 'o2', email, tracking: long }])

    await db.orm.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const plan = await rows<Record<string, string>>(
        tx,
        sql`explain select id, livemode from orders where ${foundBy('asa buyer')}
          order by created_at desc, id collate "C" limit 25`,
      )
      expect(JSON.stringify(plan)).toContain('Index Only Scan using orders_search')
    })
  })
})
