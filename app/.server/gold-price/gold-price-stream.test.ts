import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand, goldPrice, reading } from '#tests/support/gold-prices.ts'
import { testShop } from '#tests/support/shop.ts'
import type { AppContext } from '../app-context.ts'
import type { Database } from '../platform/db/database.ts'
import { followEmbedded, followPostgres } from '../platform/db/revisions/revisions.ts'
import { acceptGoldPrice } from './commands/accept-gold-price.ts'
import { setManualGoldPrice } from './commands/set-manual-gold-price.ts'
import { goldPriceStream, maxOpenPages, openPages } from './gold-price-stream.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** An open page: what it was sent, message by message, and how to leave. */
function pageOn(app: AppContext, method = 'GET') {
  const leaving = new AbortController()
  const request = new Request('http://localhost/api/gold-price/stream', {
    method,
    signal: leaving.signal,
  })
  const response = goldPriceStream(app, request)
  const messages: string[] = []
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) messages.push(decoder.decode(chunk))
  })()
  const prices = () =>
    messages
      .filter((message) => message.startsWith('event: goldPriceUpdated\ndata: '))
      .map((message) => JSON.parse(message.split('data: ')[1] ?? '').pricePerGram as number)
  return { response, messages, prices, ended, leave: () => leaving.abort() }
}

/** The prices an open page was sent, once they are so many; expect.poll would move the timers. */
async function sent(page: ReturnType<typeof pageOn>, count: number): Promise<number[]> {
  const givenUp = performance.now() + 20_000
  while (page.prices().length < count && performance.now() < givenUp) {
    await new Promise(setImmediate)
  }
  return page.prices()
}

/** The app hears of changes as one that `createApp` opened. */
const follow = (db: Database, { revisions, log }: AppContext) =>
  db.engine === 'embedded' ? followEmbedded(db, revisions) : followPostgres(db, revisions, log)

const setTo = (app: AppContext, rate: number) => setManualGoldPrice(app, byHand(rate))

onBothDatabases('the stream of the gold price', (open) => {
  it('sends the record at once and at every change, to every page [LIVE-01]', async () => {
    const app = testShop({ db: await open() })
    await setTo(app, 1_300_000)
    const pages = [pageOn(app), pageOn(app)]
    for (const page of pages) await expect.poll(page.prices).toEqual([130])
    await setTo(app, 1_310_000)
    for (const page of pages) await expect.poll(page.prices).toEqual([130, 131])
    expect(pages[0]?.messages[0]).toBe('retry: 3000\n\n')
    expect(pages[0]?.response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    for (const page of pages) page.leave()
  })

  it('sends an accepted price at once: no clock has to move for it, in this process or another [LIVE-01]', async () => {
    const db = await open()
    const here = testShop({ db })
    const elsewhere = testShop({ db })
    const stop = await follow(db, elsewhere)
    await setTo(here, 1_300_000)
    // Timers stand still from here on: what is polled for, or gathered for a while, never comes. How
    // many milliseconds it takes instead is measured in bench/live-price.ts.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    const pages = [pageOn(here), pageOn(elsewhere)]
    for (const page of pages) expect(await sent(page, 1)).toEqual([130])
    const told = reading({ perOunce: 40_832_000 as PricePerOunce, takenAt: here.now() })
    const { outcome } = await acceptGoldPrice(here, told, { askedBy: 'ann@example.com' })
    expect(outcome).toBe('accepted')
    for (const page of pages) expect(await sent(page, 2)).toEqual([130, 131.2778])
    for (const page of pages) page.leave()
    vi.useRealTimers()
    await stop()
  })

  it('lets others have their turn between a hundred pages and the next [LIVE-20]', async () => {
    const app = testShop({ db: await open() })
    await setTo(app, 1_300_000)
    const pages = Array.from({ length: 250 }, () => pageOn(app))
    for (const page of pages) await sent(page, 1)
    const written = vi.spyOn(ReadableStreamDefaultController.prototype, 'enqueue')
    const inEachTurn: number[] = []
    let watching = true
    const watch = () => {
      inEachTurn.push(written.mock.calls.length)
      written.mockClear()
      if (watching) setImmediate(watch)
    }
    watch()
    await setTo(app, 1_310_000)
    for (const page of pages) expect(await sent(page, 2)).toEqual([130, 131])
    watching = false
    written.mockRestore()
    expect(inEachTurn.filter((count) => count > 0)).toEqual([100, 100, 50])
    for (const page of pages) page.leave()
    await Promise.all(pages.map((page) => page.ended))
    expect(openPages(app)).toBe(0)
  })

  it('sends what another process stored, which the database announces [LIVE-01, LIVE-07]', async () => {
    const db = await open()
    const app = testShop({ db })
    await setTo(app, 1_300_000)
    const stop = await follow(db, app)
    const page = pageOn(app)
    await expect.poll(page.prices).toEqual([130])
    await db.orm.execute(sql`update gold_prices set price_per_gram = 131, last_updated = now()`)
    await expect.poll(page.prices).toEqual([130, 131])
    page.leave()
    await stop()
  })

  it('sends a change once, though this process hears of it twice [LIVE-01]', async () => {
    const db = await open()
    const app = testShop({ db })
    const stop = await follow(db, app)
    const page = pageOn(app)
    await expect.poll(page.prices).toHaveLength(1)
    await setTo(app, 1_300_000)
    await setTo(app, 1_310_000)
    await expect.poll(() => page.prices().at(-1)).toBe(131)
    await wait(100)
    expect(new Set(page.prices()).size).toBe(page.prices().length)
    page.leave()
    await stop()
  })
})

describe('the stream of the gold price, for itself', () => {
  const showcase = (parts: Partial<AppContext> = {}) => testShop({ db: null, ...parts })

  it('ends when the page leaves, and listens no more [LIVE-01]', async () => {
    const app = showcase()
    const page = pageOn(app)
    expect(openPages(app)).toBe(1)
    page.leave()
    await page.ended
    expect(openPages(app)).toBe(0)
  })

  it('ends when its reader gives up', async () => {
    const app = showcase()
    const response = goldPriceStream(app, new Request('http://localhost/'))
    await response.body?.cancel()
    expect(openPages(app)).toBe(0)
  })

  it('ends when the shop closes, and does not begin after it [OPS-05]', async () => {
    const closing = new AbortController()
    const app = showcase({ closing: closing.signal })
    const page = pageOn(app)
    closing.abort()
    await page.ended
    await pageOn(app).ended
    expect(openPages(app)).toBe(0)
  })

  it('gives up a reader that stopped reading', async () => {
    const app = showcase()
    const response = goldPriceStream(app, new Request('http://localhost/'))
    for (let change = 0; change < 50; change += 1) {
      app.cache.goldPrice = goldPrice({ change })
      app.revisions.raise('gold_price')
      await new Promise(setImmediate)
    }
    expect(openPages(app)).toBe(0)
    await response.body?.cancel()
  })

  it('says every 25 seconds that it is still there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = showcase()
    const page = pageOn(app)
    vi.advanceTimersByTime(50_000)
    page.leave()
    await page.ended
    expect(page.messages.filter((message) => message.startsWith(':'))).toHaveLength(2)
  })

  it('refuses more pages than one network may open, and none of another [STREAM-01]', async () => {
    const app = showcase()
    const open = (network: string | null) =>
      goldPriceStream(app, new Request('http://localhost/'), network)
    const first = Array.from({ length: maxOpenPages.ofOneNetwork }, () => open('192.0.2.1'))
    expect(() => open('192.0.2.1')).toThrow('Too many pages are open from your network')
    await open('192.0.2.2').body?.cancel()
    await open(null).body?.cancel()
    await first[0]?.body?.cancel()
    await open('192.0.2.1').body?.cancel()
    for (const page of first.slice(1)) await page.body?.cancel()
    expect(openPages(app)).toBe(0)
  })

  it('answers HEAD with its headers alone', async () => {
    const app = showcase()
    const page = pageOn(app, 'HEAD')
    await page.ended
    expect(page.messages).toEqual([])
    expect(openPages(app)).toBe(0)
  })

  it('never sends an older price after a newer one, however long a reading takes [LIVE-07]', async () => {
    const readings: ((perGram: string) => void)[] = []
    const app = showcase({ db: slowDatabase(readings) })
    const page = pageOn(app)
    await expect.poll(() => readings).toHaveLength(1)
    app.revisions.raise('gold_price')
    await expect.poll(() => readings).toHaveLength(2)
    readings[1]?.('131')
    await expect.poll(page.prices).toEqual([131])
    readings[0]?.('130')
    await wait(20)
    expect(page.prices()).toEqual([131])
    page.leave()
  })

  it('sends the price to a page whose own reading is overtaken by one of the same price [LIVE-01]', async () => {
    const readings: ((perGram: string) => void)[] = []
    const app = showcase({ db: slowDatabase(readings) })
    const first = pageOn(app)
    await expect.poll(() => readings).toHaveLength(1)
    readings[0]?.('131')
    await expect.poll(first.prices).toEqual([131])
    app.revisions.raise('gold_price')
    await expect.poll(() => readings).toHaveLength(2)
    const second = pageOn(app)
    await expect.poll(() => readings).toHaveLength(3)
    app.revisions.raise('gold_price')
    await expect.poll(() => readings).toHaveLength(4)
    readings[3]?.('131')
    await wait(20)
    readings[2]?.('131')
    await expect.poll(second.prices).toEqual([131])
    for (const page of [first, second]) page.leave()
  })
})

/** A database whose answers come when the test says so. */
function slowDatabase(readings: ((perGram: string) => void)[]): Database {
  const where = () =>
    new Promise((resolve) => {
      readings.push((pricePerGram) =>
        resolve([
          {
            held: false,
            row: {
              price: '4083.2',
              pricePerGram,
              change: '0',
              changePercent: '0',
              source: 'gold-api',
              takenAt: new Date(0),
              lastUpdated: new Date(0),
              bid: null,
              ask: null,
              low: null,
              high: null,
              errorMessage: null,
            },
          },
        ]),
      )
    })
  const orm = { select: () => ({ from: () => ({ where }) }) }
  return { orm } as unknown as Database
}
