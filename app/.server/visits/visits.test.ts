import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { visitCounts } from '#app/.server/platform/db/report-schema.ts'
import { purge } from '#app/.server/privacy/jobs/purge.ts'
import { otherKey } from '#app/domain/visits/visit.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { maxKeysOfDay, storeVisits } from './commands/store-visits.ts'
import { visitReport } from './queries/visits.ts'
import { openVisitCounter } from './visit-counter.ts'

onBothDatabases('visits', (open) => {
  it('add up from several processes, on the day of the shop’s clock [VISIT-04]', async () => {
    const db = await open()
    // In the night of March 12 by UTC, in the evening of March 11 in the shop.
    const now = () => new Date('2026-03-12T02:00:00Z')
    const [one, other] = [testShop({ db, now }), testShop({ db, now })]
    for (const app of [one, other, one]) app.visits.add('page', '/')
    one.visits.add('source', 'google.com')
    await Promise.all([storeVisits(one), storeVisits(other)])
    one.visits.add('page', '/')
    await storeVisits(one)
    await storeVisits(one)
    const stored = await db.orm.select().from(visitCounts).orderBy(visitCounts.kind)
    expect(stored).toEqual([
      { day: '2026-03-11', kind: 'page', key: '/', count: 4 },
      { day: '2026-03-11', kind: 'source', key: 'google.com', count: 1 },
    ])
  })

  it('are stored in one table, which has no column for anything of a visitor [VISIT-04]', async () => {
    const { orm } = await open()
    const columns = await rows<{ column: string }>(
      orm,
      sql`select table_name || '.' || column_name || ' ' || data_type as column
          from information_schema.columns
          where table_schema = 'public' and table_name like '%visit%'
          order by table_name, ordinal_position`,
    )
    expect(columns.map(({ column }) => column)).toEqual([
      'visit_counts.day date',
      'visit_counts.kind text',
      'visit_counts.key text',
      'visit_counts.count integer',
    ])
  })

  it('have so many rows a day at most, and lose no count [VISIT-04]', async () => {
    const app = testShop({ db: await open() })
    for (let batch = 0; batch < 4; batch += 1) {
      app.visits.add('source', 'site-0-0.example')
      for (let at = 0; at < 500; at += 1) app.visits.add('source', `site-${batch}-${at}.example`)
      await storeVisits(app)
    }
    const stored = await app.db.orm.select().from(visitCounts)
    expect(stored.length).toBeLessThanOrEqual(maxKeysOfDay + 1)
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(4 * 501)
    expect(stored.find(({ key }) => key === 'site-0-0.example')?.count).toBe(5)
    expect(stored.find(({ key }) => key === otherKey)?.count).toBeGreaterThan(1000)
  })

  it('that could not be stored are stored with the next ones [VISIT-04]', async () => {
    const db = await open()
    const app = testShop({ db })
    app.visits.add('page', '/')
    const fails = Promise.reject(new Error('the connection was lost'))
    const gone = { ...db, orm: { execute: () => fails } as never }
    await expect(storeVisits({ ...app, db: gone })).rejects.toThrow()
    app.visits.add('page', '/')
    await storeVisits(app)
    expect(await db.orm.select().from(visitCounts)).toMatchObject([{ key: '/', count: 2 }])
  })

  it('are shown beside the orders they led to, and lists of the days asked for [VISIT-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    shop.visits.add('product', '7', 3)
    shop.visits.add('product', 'gone')
    shop.visits.add('page', '/', 2)
    shop.visits.add('source', 'google.com', 2)
    shop.visits.add('cart', 'begun')
    await storeVisits(shop)
    await pendingOrder(shop)
    await paidOrder(shop)
    const today = shopDay(shop.now())
    const report = (range: 'today' | 'yesterday') =>
      visitReport(shop.db.orm, { today, range, livemode: false })
    const { ranges, sources, pages, products } = await report('today')
    const sums = { visits: 2, views: 6, carts: 1, checkouts: 2, paid: 1 }
    expect(ranges).toMatchObject({ today: sums, 'this-week': sums, 'this-month': sums })
    expect(ranges.yesterday).toEqual({ visits: 0, views: 0, carts: 0, checkouts: 0, paid: 0 })
    expect(sources).toEqual([{ key: 'google.com', count: 2 }])
    expect(pages).toEqual([{ key: '/', count: 2 }])
    expect(products).toMatchObject([
      { key: '7', count: 3, name: expect.stringMatching(/./) },
      { key: 'gone', count: 1, name: null },
    ])
    expect((await report('yesterday')).products).toEqual([])
    const live = await visitReport(shop.db.orm, { today, range: 'today', livemode: true })
    expect(live.ranges.today).toMatchObject({ visits: 2, checkouts: 0, paid: 0 })
    pass(731 * 24 * 60)
    await purge(shop)
    expect(await shop.db.orm.select().from(visitCounts)).toEqual([])
  })
})

it('in memory are bounded, whatever is sent [VISIT-03]', () => {
  const counter = openVisitCounter()
  for (let at = 0; at < 10_000; at += 1) counter.add('source', `site-${at}.example`)
  const { source } = counter.take()
  expect(source.size).toBe(301)
  expect([...source.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000)
  expect(counter.take().source.size).toBe(0)
})
