import pg from 'pg'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { defaultGoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases, onPostgres, seededPostgresUrl } from '#tests/support/databases.ts'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import { rowOf } from '../repository.ts'
import { currentGoldPrice, goldHistory, goldPriceResponse } from './gold-price.ts'

const now = new Date('2026-03-11T16:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const hours = (count: number) => count * 3_600_000

onBothDatabases('the current gold price', (open) => {
  it('is read from the row `current`, field by field, under the documented names [DATA-10, DATA-11, GOLD-11]', async () => {
    const db = await open()
    await db.orm.insert(goldPrices).values({
      id: 'current',
      price: '4083.2',
      pricePerGram: '131.2778',
      change: '-29.77',
      changePercent: '-1.02',
      source: 'goldapi.io',
      bid: '4082.95',
      ask: '4083.45',
      low: '4050.01',
      high: '4101.99',
      takenAt: ago(10_000),
      lastUpdated: ago(5_000),
      errorMessage: 'The gold price couldn’t be fetched right now.',
    })
    expect(await goldPriceResponse(testShop({ db }))).toEqual({
      success: false,
      price: 4083.2,
      change: -29.77,
      changePercent: -1.02,
      timestamp: '2026-03-11T15:59:50.000Z',
      lastUpdated: '2026-03-11T15:59:55.000Z',
      pricePerGram: 131.2778,
      source: 'goldapi.io',
      bid: 4082.95,
      ask: 4083.45,
      low: 4050.01,
      high: 4101.99,
      error: 'The gold price couldn’t be fetched right now.',
      state: 'live',
      takenAt: '2026-03-11T15:59:50.000Z',
    })
  })

  it('is the default record before the first price [GOLD-16]', async () => {
    const app = testShop({ db: await open() })
    expect(await currentGoldPrice(app)).toMatchObject({
      gold: defaultGoldPrice,
      state: 'indicative',
    })
    expect(await goldPriceResponse(app)).toMatchObject({
      success: false,
      price: 2886.32,
      pricePerGram: 92.77,
      source: 'fallback',
      timestamp: null,
    })
  })

  it('is the one last read well once the database is away, and never throws [GOLD-16, LIVE-07]', async () => {
    const db = await open()
    const app = testShop({ db })
    const gold = goldPrice({ takenAt: ago(1000) })
    await db.orm.insert(goldPrices).values({ id: 'current', ...rowOf(gold), lastUpdated: now })
    expect(await goldPriceResponse(app)).toMatchObject({ success: true, price: 4083.2 })
    expect(app.revisions.misses()).toBe(0)
    await db.close()
    // Young, but nobody can say whether it is the last one.
    expect(await goldPriceResponse(app)).toMatchObject({
      success: true,
      price: 4083.2,
      state: 'stale',
    })
    // A page that shows it is not kept for long.
    expect(app.revisions.misses()).toBe(1)
    expect(await goldPriceResponse(testShop({ db }))).toMatchObject({ price: 2886.32 })
    await expect(currentGoldPrice(app, { mustBeFresh: true })).rejects.toThrow()
  })

  it('is what this process fetched before its database first answered', async () => {
    const app = testShop({ db: await open() })
    app.cache.goldPrice = goldPrice({ takenAt: ago(1000) })
    expect(await goldPriceResponse(app)).toMatchObject({ price: 4083.2, state: 'live' })
  })
})

onBothDatabases('the history of the gold price', (open) => {
  async function withHistory() {
    const db = await open()
    const entry = (msAgo: number, perOunce: number, more = {}) => ({
      ...rowOf(goldPrice({ perOunce: perOunce as PricePerOunce })),
      status: 'accepted' as const,
      recordedAt: ago(msAgo),
      ...more,
    })
    await db.orm
      .insert(goldPriceHistory)
      .values([
        entry(hours(24 * 400), 10_000_000),
        entry(hours(24 * 200), 20_000_000),
        entry(hours(24 * 20), 30_000_000),
        entry(hours(2), 40_000_000),
        entry(hours(1), 99_000_000, { status: 'held' }),
        entry(hours(1), 98_000_000, { status: 'rejected', decidedAt: ago(60_000) }),
        entry(hours(30), 40_832_000, { decidedAt: ago(hours(0.5)) }),
      ])
    return testShop({ db, now: () => now })
  }

  it('has the accepted prices of a day, a month or a year, oldest first [LIVE-05]', async () => {
    const app = await withHistory()
    const day = await goldHistory(app, 'day')
    expect(day).toEqual([
      { at: ago(hours(2)).getTime(), perOunce: 40_000_000, perGram: 1_286_029 },
      // A price that staff accepted counts from when they did.
      { at: ago(hours(0.5)).getTime(), perOunce: 40_832_000, perGram: 1_312_778 },
    ])
    expect((await goldHistory(app, 'month')).map((point) => point.perOunce)).toEqual([
      30_000_000, 40_000_000, 40_832_000,
    ])
    expect((await goldHistory(app, 'year')).map((point) => point.perOunce)).toEqual([
      20_000_000, 30_000_000, 40_832_000,
    ])
  })

  it('is thinned in the database to a few hundred points, whatever was stored', async () => {
    const db = await open()
    const everyMinute = Array.from({ length: 24 * 60 }, (_, minute) => ({
      ...rowOf(goldPrice({ perOunce: (40_000_000 + minute) as PricePerOunce })),
      status: 'accepted' as const,
      recordedAt: ago(minute * 60_000),
    }))
    await db.orm.insert(goldPriceHistory).values(everyMinute)
    const day = await goldHistory(testShop({ db, now: () => now }), 'day')
    expect(day.length).toBeGreaterThan(250)
    expect(day.length).toBeLessThan(300)
    expect(day.at(-1)).toMatchObject({ at: now.getTime(), perOunce: 40_000_000 })
  })

  it('keeps the lowest and the highest price of all, however short they stood [LIVE-06]', async () => {
    const db = await open()
    const prices = [4000, 4500, 4100, 3500, 3500, 4200]
    await db.orm.insert(goldPriceHistory).values(
      prices.map((dollars, minute) => ({
        ...rowOf(goldPrice({ perOunce: (dollars * 10_000) as PricePerOunce })),
        status: 'accepted' as const,
        recordedAt: ago((prices.length - minute) * 1000),
      })),
    )
    const app = testShop({ db, now: () => now })
    for (const range of ['day', 'month', 'year'] as const) {
      const points = await goldHistory(app, range)
      expect(points.map(({ perOunce }) => perOunce)).toEqual([45_000_000, 35_000_000, 42_000_000])
      // Of equals the first.
      expect(points[1]?.at).toBe(ago(3000).getTime())
    }
  })

  it('is refused with a sentence while the database is away', async () => {
    const db = await open()
    await db.close()
    await expect(goldHistory(testShop({ db }), 'day')).rejects.toMatchObject({ status: 503 })
  })
})

it('is the one price of a showcase', async () => {
  const app = testShop({ db: null, now: () => now })
  expect(await goldHistory(app, 'day')).toEqual([])
  app.cache.goldPrice = goldPrice({ takenAt: ago(1000) })
  expect(await goldHistory(app, 'day')).toMatchObject([{ perOunce: 40_832_000 }])
})

onPostgres('the current gold price behind a lock', () => {
  it('is answered from memory, and read again once the lock is gone [FAULT-09]', async () => {
    const url = await seededPostgresUrl()
    // Without its own limit, the read would wait for the lock as long as a test may take.
    const db = await openPostgres(url, pino({ level: 'silent' }), { timeoutMs: 120_000 })
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    try {
      const stored = { ...goldPrice({ takenAt: ago(10_000) }) }
      await db.orm
        .insert(goldPrices)
        .values({ id: 'current', ...rowOf(stored), lastUpdated: ago(5_000) })
      const app = testShop({ db })
      const { perOunce } = (await currentGoldPrice(app)).gold
      await locker.query('begin; lock table gold_prices')
      const behind = await Promise.all([1, 2, 3].map(() => currentGoldPrice(app)))
      expect(behind.map(({ gold }) => gold.perOunce)).toEqual([perOunce, perOunce, perOunce])
      expect((await currentGoldPrice(app)).lastUpdated).toBeNull()
      await locker.query(`update gold_prices set price = 4000; commit`)
      await vi.waitFor(
        async () => expect((await currentGoldPrice(app)).gold.perOunce).toBe(40_000_000),
        10_000,
      )
    } finally {
      await locker.end()
      await db.close()
    }
  })
})
