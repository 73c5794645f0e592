import { setTimeout as wait } from 'node:timers/promises'
import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { handSet } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand, reading } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import { currentGoldPrice, goldPricesUnderReview } from '../queries/gold-price.ts'
import { lastMarketPrice } from '../repository.ts'
import { acceptGoldPrice } from './accept-gold-price.ts'
import { decideReviewedPrice } from './decide-reviewed-price.ts'
import { setManualGoldPrice } from './set-manual-gold-price.ts'

const start = new Date('2026-03-11T16:00:00Z')
const minutes = (count: number) => count * 60_000

function shopAt(db: Database | null) {
  let time = start.getTime()
  const app = testShop({ db, now: () => new Date(time) })
  let announced = 0
  app.revisions.onRaise((area) => {
    if (area === 'gold_price') announced += 1
  })
  return {
    shop: app,
    later: (ms: number) => {
      time += ms
    },
    announced: () => announced,
    /** What a feed reports at this moment. */
    fetched: (perOunce: number, more = {}) =>
      acceptGoldPrice(
        app,
        reading({ perOunce: perOunce as PricePerOunce, takenAt: app.now(), ...more }),
      ),
  }
}

const historyOf = (db: Database) =>
  db.orm.select().from(goldPriceHistory).orderBy(asc(goldPriceHistory.id))
const currentRow = async (db: Database) => (await db.orm.select().from(goldPrices))[0]

onBothDatabases('a fetched price', (open) => {
  it('becomes the current record in every documented field, and is announced [DATA-12, GOLD-18]', async () => {
    const db = await open()
    const { shop, announced } = shopAt(db)
    const takenAt = new Date(start.getTime() - 5000)
    const told = reading({
      perOunce: 40_832_000 as PricePerOunce,
      source: 'goldapi.io',
      change: -297_700,
      changePercent: -0.72,
      bid: 40_829_500 as PricePerOunce,
      ask: 40_834_500 as PricePerOunce,
      low: 40_500_100 as PricePerOunce,
      high: 41_019_900 as PricePerOunce,
      takenAt,
    })
    expect((await acceptGoldPrice(shop, told)).outcome).toBe('accepted')
    expect(await currentRow(db)).toEqual({
      id: 'current',
      price: '4083.2000',
      pricePerGram: '131.2778',
      change: '-29.7700',
      changePercent: '-0.7200',
      source: 'goldapi.io',
      bid: '4082.9500',
      ask: '4083.4500',
      low: '4050.0100',
      high: '4101.9900',
      takenAt,
      lastUpdated: start,
      errorMessage: null,
      correctedAt: null,
      confirmedBy: null,
      hasOwnTime: true,
    })
    expect(announced()).toBe(1)
  })

  it('is kept for good with its time and source, each once [LIVE-05]', async () => {
    const db = await open()
    const { later, fetched } = shopAt(db)
    await fetched(40_000_000)
    later(minutes(30))
    await fetched(40_100_000, { source: 'swissquote' })
    const books = await historyOf(db)
    expect(books).toMatchObject([
      {
        price: '4000.0000',
        source: 'gold-api',
        status: 'accepted',
        recordedAt: start,
        setBy: null,
      },
      { price: '4010.0000', source: 'swissquote', status: 'accepted', setBy: null },
    ])
    // A shut market: the feed reports the same moment again.
    const takenAt = books[1]?.takenAt
    later(minutes(30))
    expect((await fetched(40_100_000, { source: 'swissquote', takenAt })).outcome).toBe('accepted')
    expect(await historyOf(db)).toHaveLength(2)
    expect((await currentRow(db))?.lastUpdated).toEqual(new Date(start.getTime() + minutes(60)))
  })

  it('is held beyond 10%: not applied, shown to staff, the state says so [LIVE-03, LIVE-02]', async () => {
    const db = await open()
    const { shop, later, fetched, announced } = shopAt(db)
    await fetched(40_000_000)
    later(minutes(30))
    expect(await fetched(44_000_001)).toMatchObject({ outcome: 'held', reason: 'moves +10.0%' })
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 40_000_000 },
      state: 'held',
    })
    expect(await goldPricesUnderReview(shop)).toMatchObject([{ gold: { perOunce: 44_000_001 } }])
    expect(announced()).toBe(2)
  })

  it('waits once when it is reported again, and is overtaken by another [LIVE-03]', async () => {
    const db = await open()
    const { shop, later, fetched } = shopAt(db)
    await fetched(40_000_000)
    await fetched(50_000_000)
    const [first] = await goldPricesUnderReview(shop)
    later(minutes(30))
    await fetched(50_000_000)
    expect(await goldPricesUnderReview(shop)).toMatchObject([{ id: first?.id }])
    await fetched(51_000_000)
    expect(await goldPricesUnderReview(shop)).toMatchObject([{ gold: { perOunce: 51_000_000 } }])
    await fetched(40_100_000)
    expect(await goldPricesUnderReview(shop)).toEqual([])
    expect((await currentGoldPrice(shop)).state).toBe('live')
    expect((await historyOf(db)).map((row) => row.status)).toEqual([
      'accepted',
      'rejected',
      'rejected',
      'accepted',
    ])
  })

  it('is held where many small steps together move over 10% in a day [LIVE-09]', async () => {
    const db = await open()
    const { shop, later, fetched } = shopAt(db)
    await fetched(43_500_000)
    const outcomes: string[] = []
    for (let step = 1; step <= 12; step += 1) {
      later(minutes(30))
      outcomes.push((await fetched(Math.round(43_500_000 * 0.97 ** step))).outcome)
    }
    expect(outcomes).toEqual([...Array(3).fill('accepted'), ...Array(9).fill('held')])
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(39_701_276)
    const [held] = await goldPricesUnderReview(shop)
    expect(held?.reason).toBe('moves -24.0%')
    // Steps are counted from where staff let the price go, not from before it.
    later(minutes(30))
    await fetched(38_000_000)
    const [waiting] = await goldPricesUnderReview(shop)
    expect(waiting?.reason).toBe('lies -12.6% from a price of the last day')
    await decideReviewedPrice(shop, waiting?.id ?? 0, 'accept', 'ann@example.com')
    later(minutes(30))
    expect((await fetched(37_000_000)).outcome).toBe('accepted')
    expect((await fetched(34_000_000)).outcome).toBe('held')
    // A day later the last price alone counts.
    later(minutes(24 * 60 + 1))
    expect((await fetched(34_000_000)).outcome).toBe('accepted')
  })

  it('may move over 10% in a day where a second source agrees, and up to 15% in all [LIVE-09, LIVE-10, FEED-02]', async () => {
    const { shop, later } = shopAt(await open())
    const outcomes: string[] = []
    for (let step = 0; step < 5; step += 1) {
      later(minutes(30))
      const perOunce = Math.round(40_000_000 * 0.93 ** step) as PricePerOunce
      const told = reading({ perOunce, takenAt: shop.now() })
      outcomes.push(
        (await acceptGoldPrice(shop, told, { second: { source: 'swissquote', perOunce } })).outcome,
      )
    }
    expect(outcomes).toEqual(['accepted', 'accepted', 'accepted', 'held', 'held'])
  })

  it('is taken after the clock stepped back, and not for ever kept out [LIVE-11]', async () => {
    const db = await open()
    const { shop, later, fetched } = shopAt(db)
    await fetched(40_000_000)
    later(minutes(-60 * 24))
    expect((await currentGoldPrice(shop)).state).toBe('stale')
    expect((await fetched(40_100_000)).outcome).toBe('accepted')
    later(minutes(30))
    expect((await fetched(40_200_000)).outcome).toBe('accepted')
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 40_200_000 },
      state: 'live',
    })
    // What was accepted last is what the next is compared with, whatever the clock said then.
    await setManualGoldPrice(shop, byHand(1_300_000))
    expect(await lastMarketPrice(db.orm)).toBe(40_200_000)
  })

  it('is refused without a finite price above 0: nothing is written, nothing announced [LIVE-03]', async () => {
    const db = await open()
    const { fetched, announced } = shopAt(db)
    await fetched(40_000_000)
    for (const perOunce of [Number.NaN, Number.POSITIVE_INFINITY, 0, -5]) {
      expect((await fetched(perOunce)).outcome).toBe('refused')
    }
    expect(await historyOf(db)).toHaveLength(1)
    expect(announced()).toBe(1)
  })

  it('is never older than the one there is [LIVE-07]', async () => {
    const db = await open()
    const { shop, fetched } = shopAt(db)
    await fetched(40_000_000)
    const takenAt = new Date(start.getTime() - 1)
    expect((await fetched(40_100_000, { takenAt })).outcome).toBe('kept')
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(40_000_000)
  })

  it('does not overwrite an exact price set by hand before two hours, and does at them [GOLD-19, GOLD-20]', async () => {
    const db = await open()
    const { shop, later, fetched } = shopAt(db)
    await fetched(40_000_000)
    await setManualGoldPrice(shop, byHand(1_300_000))
    later(minutes(120) - 1)
    expect((await fetched(40_100_000)).outcome).toBe('kept')
    expect((await currentRow(db))?.source).toBe(handSet)
    later(1)
    expect((await fetched(40_100_000)).outcome).toBe('accepted')
    expect((await currentRow(db))?.source).toBe('gold-api')
  })

  it('goes by the row as it is when it is locked, no matter who wrote it [GOLD-19, GOLD-20]', async () => {
    const db = await open()
    const { fetched } = shopAt(db)
    await fetched(40_000_000)
    const setAgo = (ms: number) =>
      db.orm
        .update(goldPrices)
        .set({ source: handSet, lastUpdated: new Date(start.getTime() - ms) })
    await setAgo(7_199_999)
    expect((await fetched(40_100_000)).outcome).toBe('kept')
    await setAgo(7_200_000)
    expect((await fetched(40_100_000)).outcome).toBe('accepted')
  })

  it('waits for a price that is being set by hand, and then leaves it alone [GOLD-19]', async () => {
    const db = await open()
    const { fetched } = shopAt(db)
    await fetched(40_000_000)
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const byHand = db.orm.transaction(async (tx) => {
      await tx.update(goldPrices).set({ source: handSet, lastUpdated: start })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const fetching = fetched(40_100_000)
    await wait(100)
    mayCommit.resolve()
    await byHand
    expect((await fetching).outcome).toBe('kept')
    expect((await currentRow(db))?.source).toBe(handSet)
  })

  it('shows its change since the price at the last close, where the feed reports none', async () => {
    const db = await open()
    const { shop, later, fetched } = shopAt(db)
    await fetched(40_000_000)
    expect((await currentGoldPrice(shop)).gold).toMatchObject({ change: 0, changePercent: 0 })
    // Wednesday 12:00 in New York; the market shuts at 17:00 and opens at 18:00.
    later(minutes(5 * 60 - 1))
    await fetched(40_500_000)
    later(minutes(2 * 60))
    await fetched(40_095_000)
    expect((await currentGoldPrice(shop)).gold).toMatchObject({
      change: -405_000,
      changePercent: -1,
    })
  })

  it('is announced to every process that listens, a held one too [LIVE-01]', async () => {
    const db = await open()
    const { fetched } = shopAt(db)
    const heard: string[] = []
    const stop = await db.listen('page_revision', (payload) => heard.push(payload))
    await fetched(40_000_000)
    await expect.poll(() => heard).toHaveLength(1)
    expect((await fetched(50_000_000)).outcome).toBe('held')
    await expect.poll(() => heard).toHaveLength(2)
    expect(heard[1]).toMatch(/^gold_price \d+$/)
    expect(heard[1]).not.toBe(heard[0])
    await stop()
  })

  it('is not stored by halves', async () => {
    const db = await open()
    const { fetched, announced } = shopAt(db)
    await fetched(40_000_000)
    await expect(fetched(40_100_000, { source: ' ' })).rejects.toThrow()
    expect(await historyOf(db)).toHaveLength(1)
    expect((await currentRow(db))?.price).toBe('4000.0000')
    expect(announced()).toBe(1)
  })
})

it('lives in memory in a showcase, and is announced [GOLD-18]', async () => {
  const { shop, fetched, announced } = shopAt(null)
  expect((await fetched(40_000_000)).outcome).toBe('accepted')
  expect((await fetched(50_000_000)).outcome).toBe('refused')
  expect(await currentGoldPrice(shop)).toMatchObject({
    gold: { perOunce: 40_000_000 },
    state: 'live',
  })
  expect(announced()).toBe(1)
})
