import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { startJobs } from '#app/.server/jobs.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { handSet } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  type FeedName,
  type GoldFeedServer,
  openGoldFeedServer,
} from '#tests/support/gold-feed-server.ts'
import { byHand, goldPrice, reading } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import type { GoldFeed } from '../feeds/gold-feed.ts'
import { goldFeeds } from '../feeds/gold-feeds.ts'
import {
  currentGoldPrice,
  goldPriceResponse,
  goldPricesUnderReview,
} from '../queries/gold-price.ts'
import { decideReviewedPrice } from './decide-reviewed-price.ts'
import { refreshGoldPrice } from './refresh-gold-price.ts'
import { setManualGoldPrice } from './set-manual-gold-price.ts'

let server: GoldFeedServer
beforeAll(async () => {
  server = await openGoldFeedServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
})

const start = new Date('2026-03-11T16:00:00Z')
const minutes = (count: number) => count * 60_000

/** A process of the shop whose feeds are the stand-in's, with a clock and a log to look into. */
function processOf(db: Database | null, sources: FeedName[], parts: Partial<AppContext> = {}) {
  let time = start.getTime()
  const logged: Record<string, unknown>[] = []
  const stream = new Writable({
    write(line, _, done) {
      logged.push(JSON.parse(String(line)))
      done()
    },
  })
  const { gold } = readConfig(server.settings(...sources))
  let announced = 0
  const app = testShop({
    db,
    log: pino({ level: 'info' }, stream),
    now: () => new Date(time),
    goldFeeds: goldFeeds(gold, 3000),
    ...parts,
  })
  app.revisions.onRaise((area) => {
    if (area === 'gold_price') announced += 1
  })
  return {
    shop: app,
    logged,
    announced: () => announced,
    later: (ms: number) => {
      time += ms
    },
  }
}

const outcome = async (...call: Parameters<typeof refreshGoldPrice>) =>
  (await refreshGoldPrice(...call)).outcome

/** A feed without HTTP, for what is about the run and not about the feed. */
const feedOf = (read: GoldFeed['read'], name = 'gold-api'): GoldFeed => ({ name, read })

onBothDatabases('a run of the price service', (open) => {
  it('fetches, reads the row, stores and fires goldPriceUpdated, at start and at each turn [GOLD-17, GOLD-18]', async () => {
    const { shop, announced, later } = processOf(await open(), ['gold-api'])
    server.set('gold-api', { price: 4083.199951, at: start })
    expect(await outcome(shop)).toBe('accepted')
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 40_832_000, perGram: 1_312_778, source: 'gold-api', takenAt: start },
      state: 'live',
    })
    later(minutes(30))
    server.set('gold-api', { price: 4090, at: shop.now() })
    expect(await outcome(shop)).toBe('accepted')
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(40_900_000)
    expect(announced()).toBe(2)
  })

  it('tries the feeds in order; a failing one is skipped, logged and kept [LIVE-04]', async () => {
    const { shop, logged } = processOf(await open(), ['website', 'swissquote', 'gold-api'])
    server.set('website', { text: '<p class="price">3.500,00 €</p>' })
    server.set('swissquote', 'hangs')
    server.set('gold-api', { price: 4083.2, at: start })
    const before = server.calls.length
    expect(await outcome(shop)).toBe('accepted')
    expect(server.calls.slice(before).map((call) => call.feed)).toEqual([
      'website',
      'swissquote',
      'gold-api',
    ])
    expect((await currentGoldPrice(shop)).gold.source).toBe('gold-api')
    expect(Object.fromEntries(shop.cache.feeds)).toEqual({
      website: { at: start, perOunce: null, failure: 'shows a price in another currency (€)' },
      swissquote: { at: start, perOunce: null, failure: 'did not answer in time' },
      'gold-api': { at: start, perOunce: 40_832_000, failure: null },
    })
    expect(logged.filter((line) => line.failure).map((line) => line.feed)).toEqual([
      'website',
      'swissquote',
    ])
  })

  it('asks no second feed when the first reports a price [LIVE-04]', async () => {
    const { shop } = processOf(await open(), ['gold-api', 'swissquote'])
    server.set('gold-api', { price: 4083.2, at: start })
    const before = server.calls.length
    await refreshGoldPrice(shop)
    expect(server.calls.slice(before).map((call) => call.feed)).toEqual(['gold-api'])
  })

  it('with real cards asks a second feed each time, and holds what is not within 1% of it, and tells owners [FEED-01, FEED-06, ALERT-01]', async () => {
    const payments = { live: true } as AppContext['payments']
    const { shop, later } = processOf(await open(), ['gold-api', 'swissquote'], { payments })
    const turn = async (first: number, second: Parameters<typeof server.set>[1]) => {
      later(minutes(30))
      server.set('gold-api', { price: first, at: shop.now() })
      server.set('swissquote', second)
      return outcome(shop)
    }
    const at = () => shop.now()
    expect(await turn(4000, { text: 'away' })).toBe('held')
    expect((await currentGoldPrice(shop)).mayQuote).toBe(false)
    expect(await turn(4000, { price: 4010, at: at() })).toBe('accepted')
    const { evidence, mayQuote } = await currentGoldPrice(shop, { mustBeFresh: true })
    expect(evidence).toEqual({ confirmedBy: 'swissquote', hasOwnTime: true })
    expect(mayQuote).toBe(true)
    expect(await turn(4005, { price: 4060, at: at() })).toBe('held')
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(40_000_000)
    expect(await turn(4005, { price: 4000, at: at() })).toBe('accepted')
    // Twice that day; owners are told once. A feed that is away disagrees with nobody.
    expect(await turn(4005, { price: 4070, at: at() })).toBe('held')
    const told = await shop.db.orm.select().from(alerts).where(eq(alerts.kind, 'feeds-disagree'))
    expect(told.map(({ facts }) => facts)).toEqual([
      { found: 'an ounce costs $4,005.00 by gold-api, and $4,060.00 by swissquote.' },
    ])
  })

  it('with real cards and one source alone holds every price for staff [FEED-01]', async () => {
    const payments = { live: true } as AppContext['payments']
    const { shop } = processOf(await open(), ['gold-api'], { payments })
    server.set('gold-api', { price: 4000, at: start })
    expect(await outcome(shop)).toBe('held')
  })

  it('marks a price whose source gives no time, also where it is held [FEED-03]', async () => {
    const { shop, later } = processOf(await open(), ['website'])
    server.set('website', { price: 4000 })
    expect(await outcome(shop)).toBe('accepted')
    expect((await currentGoldPrice(shop)).evidence).toMatchObject({ hasOwnTime: false })
    later(minutes(30))
    server.set('website', { price: 5000 })
    expect(await outcome(shop)).toBe('held')
    const [held] = await goldPricesUnderReview(shop)
    expect(held?.reason).toBe('moves +25.0%; the source gives no time')
  })

  it('holds a price that takes the steps of a day beyond 15% in all, until staff look [FEED-02]', async () => {
    const { shop, later } = processOf(await open(), ['gold-api'])
    const outcomes: string[] = []
    for (const price of [4000, 4100, 4000, 4100, 4000, 4100, 4000, 4010, 4100]) {
      server.set('gold-api', { price, at: shop.now() })
      outcomes.push(await outcome(shop))
      later(minutes(30))
    }
    // Steps of 2.50 and 2.44% by turns, 14.82% in all; 0.25% is noise; 2.25% more would be too much.
    expect(outcomes).toEqual([...Array(8).fill('accepted'), 'held'])
    const [held] = await goldPricesUnderReview(shop)
    expect(held?.reason).toBe('takes the moves of 24 hours to over 15%')
    await decideReviewedPrice(shop, held?.id ?? 0, 'accept', 'ann@example.com')
    later(minutes(30))
    server.set('gold-api', { price: 4000, at: shop.now() })
    expect(await outcome(shop)).toBe('accepted')
  })

  it('asks a second feed about a move over 3%, and holds what it does not confirm [LIVE-10]', async () => {
    const { shop, later } = processOf(await open(), ['website', 'gold-api', 'swissquote'])
    server.set('website', { price: 4000 })
    server.set('gold-api', { price: 4000, at: start })
    await refreshGoldPrice(shop)
    const turn = async (website: number, second: Parameters<typeof server.set>[1]) => {
      later(minutes(30))
      server.set('website', { price: website })
      server.set('gold-api', second)
      server.set('swissquote', { price: 1, at: shop.now() })
      const before = server.calls.length
      const became = await outcome(shop)
      return [became, ...server.calls.slice(before).map((call) => call.feed)]
    }
    const at = () => new Date(shop.now().getTime() + minutes(30))
    expect(await turn(3890, 'nothing')).toEqual(['accepted', 'website'])
    expect(await turn(3700, { price: 3890, at: at() })).toEqual(['held', 'website', 'gold-api'])
    expect((await currentGoldPrice(shop)).state).toBe('held')
    expect(await turn(3700, { price: 3710, at: at() })).toEqual(['accepted', 'website', 'gold-api'])
    // A second opinion of this morning is none, and without any the price waits.
    server.set('swissquote', 'nothing')
    expect(await turn(3500, { price: 3500, at: start })).toEqual([
      'held',
      'website',
      'gold-api',
      'swissquote',
    ])
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(37_000_000)
  })

  it('goes by the only feed there is up to 10% a day [LIVE-09, LIVE-10]', async () => {
    const { shop, later } = processOf(await open(), ['gold-api'])
    const outcomes: string[] = []
    for (const price of [4350, 3919.35, 3531.3344]) {
      server.set('gold-api', { price, at: shop.now() })
      outcomes.push(await outcome(shop))
      later(minutes(30))
    }
    expect(outcomes).toEqual(['accepted', 'accepted', 'held'])
  })

  it('passes over a feed that stopped moving, but takes it when there is none better [LIVE-04]', async () => {
    const { shop, later } = processOf(await open(), ['gold-api', 'swissquote'])
    server.set('gold-api', { price: 4000, at: new Date(start.getTime() - minutes(600)) })
    server.set('swissquote', 'nothing')
    await refreshGoldPrice(shop)
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 40_000_000 },
      state: 'stale',
    })
    later(minutes(30))
    server.set('swissquote', { price: 4083.2, at: shop.now() })
    await refreshGoldPrice(shop)
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { source: 'swissquote' },
      state: 'live',
    })
  })

  it('keeps the price and reports the error when every feed fails, and forgets it later [GOLD-18]', async () => {
    const { shop, announced, later } = processOf(await open(), ['gold-api'])
    server.set('gold-api', { price: 4083.2, at: start })
    await refreshGoldPrice(shop)
    later(minutes(30))
    server.set('gold-api', 'html')
    expect(await outcome(shop)).toBe('failed')
    expect((await currentGoldPrice(shop)).gold).toMatchObject({
      perOunce: 40_832_000,
      takenAt: start,
      errorMessage: 'The gold price couldn’t be fetched right now.',
    })
    expect(announced()).toBe(2)
    later(minutes(30))
    await refreshGoldPrice(shop)
    expect(announced()).toBe(2)
    later(minutes(30))
    server.set('gold-api', { price: 4083.2, at: shop.now() })
    await refreshGoldPrice(shop)
    expect((await currentGoldPrice(shop)).gold.errorMessage).toBeNull()
  })

  it('puts no error on public pages where a fetch of staff fails: they see it themselves [LIVE-12]', async () => {
    const { shop, announced, later } = processOf(await open(), ['gold-api'])
    server.set('gold-api', { price: 4083.2, at: start })
    await refreshGoldPrice(shop)
    later(minutes(5))
    server.set('gold-api', 'nothing')
    expect(await outcome(shop, { askedBy: 'ann@example.com' })).toBe('failed')
    expect(await goldPriceResponse(shop)).toMatchObject({ success: true, error: null })
    expect(announced()).toBe(1)
    expect(shop.cache.feeds.get('gold-api')?.failure).toBeTruthy()
  })

  it('shows the error beside the default record when no fetch ever succeeded [GOLD-16, D46]', async () => {
    const { shop, announced, later } = processOf(await open(), ['gold-api'])
    server.set('gold-api', 'html')
    expect(await outcome(shop)).toBe('failed')
    expect(await goldPriceResponse(shop)).toMatchObject({
      success: false,
      price: 2886.32,
      pricePerGram: 92.77,
      source: 'fallback',
      lastUpdated: null,
      error: 'The gold price couldn’t be fetched right now.',
      state: 'indicative',
    })
    expect(announced()).toBe(1)
    later(minutes(30))
    server.set('gold-api', { price: 4083.2, at: shop.now() })
    expect(await outcome(shop)).toBe('accepted')
    expect(await goldPriceResponse(shop)).toMatchObject({
      success: true,
      price: 4083.2,
      error: null,
    })
  })

  it('leaves an exact price set by hand alone for two hours, unless staff ask [GOLD-19, GOLD-20]', async () => {
    const { shop, later } = processOf(await open(), ['gold-api'])
    server.set('gold-api', { price: 4083.2, at: start })
    await refreshGoldPrice(shop)
    await setManualGoldPrice(shop, byHand(1_300_000, 'ann'))
    later(minutes(120) - 1)
    server.set('gold-api', { price: 4090, at: shop.now() })
    expect(await outcome(shop)).toBe('kept')
    expect((await currentGoldPrice(shop)).gold.source).toBe(handSet)
    expect(await outcome(shop, { askedBy: 'ann@example.com' })).toBe('accepted')
    await setManualGoldPrice(shop, byHand(1_300_000, 'ann'))
    later(minutes(120))
    server.set('gold-api', { price: 4090, at: shop.now() })
    expect(await outcome(shop)).toBe('accepted')
    expect((await currentGoldPrice(shop)).gold.source).toBe('gold-api')
  })

  it('does not overwrite a price set by hand while the feed was being asked [GOLD-19]', async () => {
    const db = await open()
    const slow = feedOf(async ({ now }) => {
      await setManualGoldPrice(shop, byHand(1_300_000, 'ann'))
      return reading({ takenAt: now })
    })
    const { shop } = processOf(db, [], { goldFeeds: [slow] })
    expect(await outcome(shop)).toBe('kept')
    expect((await currentGoldPrice(shop)).gold.source).toBe(handSet)
  })

  it('runs in one process at a time, and not again within the interval [GOLD-17]', async () => {
    const db = await open()
    let asked = 0
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const feed = feedOf(async ({ now }) => {
      asked += 1
      arrived.resolve()
      await released.promise
      return reading({ takenAt: now })
    })
    const one = processOf(db, [], { goldFeeds: [feed] })
    const two = processOf(db, [], { goldFeeds: [feed] })
    const first = refreshGoldPrice(one.shop)
    await arrived.promise
    // Not the same as skipped: it is tried again soon, should the other one be frozen.
    expect(await outcome(two.shop)).toBe('busy')
    released.resolve()
    expect((await first).outcome).toBe('accepted')
    expect(asked).toBe(1)

    // Each process's first run asks; from then on they share the interval.
    expect(await outcome(two.shop)).toBe('accepted')
    two.later(minutes(20))
    expect(await outcome(two.shop)).toBe('skipped')
    expect(await outcome(two.shop, { askedBy: 'ann@example.com' })).toBe('accepted')
    expect(asked).toBe(3)
    one.later(minutes(20 + 30))
    expect(await outcome(one.shop)).toBe('accepted')
    expect(asked).toBe(4)
  })

  it('never throws: a price that could not be stored is an outcome too [GOLD-18]', async () => {
    const db = await open()
    const { shop, logged } = processOf(db, ['gold-api'])
    server.set('gold-api', { price: 4083.2, at: start })
    await db.close()
    expect(await outcome(shop)).toBe('unstored')
    expect(logged.at(-1)?.msg).toBe('the gold price was not stored')
  })

  it('stores nothing of a feed that lies, and holds one that jumps [LIVE-03]', async () => {
    const db = await open()
    const { shop, later } = processOf(db, ['gold-api'])
    server.set('gold-api', { price: 4083.2, at: start })
    await refreshGoldPrice(shop)
    later(minutes(30))
    for (const price of [-5, 1e9, 0]) {
      server.set('gold-api', { price, at: shop.now() })
      expect(await outcome(shop)).toBe('failed')
    }
    server.set('gold-api', { price: 5000, at: shop.now() })
    expect(await outcome(shop)).toBe('held')
    expect((await currentGoldPrice(shop)).gold.perOunce).toBe(40_832_000)
    expect(await db.orm.select().from(goldPriceHistory)).toHaveLength(2)
  })
})

describe('a run without a database', () => {
  it('happens at start and then every 1,800,000 ms, until the shop closes [GOLD-17]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let asked = 0
    const feed = feedOf(async ({ now }) => {
      asked += 1
      return reading({ takenAt: now })
    })
    const closing = new AbortController()
    const stop = startJobs(testShop({ db: null, goldFeeds: [feed], closing: closing.signal }))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1_799_999)
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toBe(2)
    closing.abort()
    await stop()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toBe(2)
  })

  it('keeps the price in memory and announces it [GOLD-18]', async () => {
    const { shop, announced, later } = processOf(null, ['gold-api'])
    server.set('gold-api', { price: 4083.2, at: start })
    expect(await outcome(shop)).toBe('accepted')
    expect(await currentGoldPrice(shop)).toMatchObject({
      gold: { perOunce: 40_832_000 },
      state: 'live',
    })
    later(minutes(30))
    server.set('gold-api', 'nothing')
    expect(await outcome(shop)).toBe('failed')
    expect((await currentGoldPrice(shop)).gold).toMatchObject({
      perOunce: 40_832_000,
      errorMessage: 'The gold price couldn’t be fetched right now.',
    })
    expect(announced()).toBe(2)
  })

  it('does nothing where fetching is off, or once the shop closes', async () => {
    expect(await outcome(testShop({ db: null }))).toBe('skipped')
    const { shop } = processOf(null, ['gold-api'], { closing: AbortSignal.abort() })
    shop.cache.goldPrice = goldPrice()
    expect(await outcome(shop)).toBe('skipped')
    expect(shop.cache.goldPrice.errorMessage).toBeNull()
  })

  it('distinguishes a bug in a feed from a failure of it, in the log alone [LIVE-04]', async () => {
    const broken = feedOf(async () => {
      throw new TypeError('x is undefined')
    }, 'website')
    const works = feedOf(async ({ now }) =>
      reading({ takenAt: now, perOunce: 40_000_000 as PricePerOunce }),
    )
    const { shop, logged } = processOf(null, [], { goldFeeds: [broken, works] })
    expect(await outcome(shop)).toBe('accepted')
    expect(logged[0]).toMatchObject({ feed: 'website', err: { message: 'x is undefined' } })
    expect(shop.cache.feeds.get('website')?.failure).not.toContain('undefined')
  })
})
