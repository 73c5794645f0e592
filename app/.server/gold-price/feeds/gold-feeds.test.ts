import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import {
  type Behavior,
  type FeedName,
  type GoldFeedServer,
  openGoldFeedServer,
} from '#tests/support/gold-feed-server.ts'
import { FeedFailure } from './gold-feed.ts'
import { goldFeeds } from './gold-feeds.ts'

const now = new Date('2026-03-11T16:00:00Z')
const aMinuteAgo = new Date('2026-03-11T15:59:00Z')
const all = ['website', 'gold-api', 'swissquote', 'goldapi.io', 'metals.dev'] as const
const inJson = all.filter((name) => name !== 'website')

let server: GoldFeedServer
beforeAll(async () => {
  server = await openGoldFeedServer()
})
afterAll(() => server.close())

async function read(
  feed: FeedName,
  behavior: Behavior,
  {
    settings = {},
    lastAccepted = null,
    timeLimitMs = 5000,
    signal = new AbortController().signal,
  }: {
    settings?: Record<string, string>
    lastAccepted?: PricePerOunce | null
    timeLimitMs?: number
    signal?: AbortSignal
  } = {},
) {
  server.set(feed, behavior)
  const { gold } = readConfig({ ...server.settings(feed), ...settings })
  const [asked] = goldFeeds(gold, timeLimitMs)
  if (!asked) throw new Error(`${feed} is not configured`)
  return asked.read({ now, lastAccepted, signal })
}

const failureOf = (...call: Parameters<typeof read>) =>
  read(...call).then(
    (reading) => `reported ${reading.perOunce}`,
    (error: unknown) => {
      if (!(error instanceof FeedFailure)) throw error
      expect(error.feed).toBe(call[0])
      return error.message
    },
  )

describe('a feed that reports the price of an ounce', () => {
  it.each(all)(
    '%s: rounded half up to four places, from the number as it was written',
    async (feed) => {
      const reading = await read(feed, { price: 4083.199951, at: aMinuteAgo })
      expect(reading).toMatchObject({ source: feed, perOunce: 40_832_000 })
      expect(reading.takenAt).toEqual(feed === 'website' ? now : aMinuteAgo)
      expect(reading.hasOwnTime).toBe(feed !== 'website')
    },
  )

  it('gold-api reports neither change nor spread', async () => {
    expect(await read('gold-api', { price: 4083.2 })).toMatchObject({
      change: null,
      changePercent: null,
      bid: null,
      ask: null,
    })
  })

  it('swissquote: the middle of the narrowest spread', async () => {
    const reading = await read('swissquote', { price: 4083.2 })
    expect(reading).toMatchObject({ perOunce: 40_832_000, bid: 40_830_000, ask: 40_834_000 })
  })

  it('goldapi.io: with its key in a header, and null for what it does not know', async () => {
    const reading = await read('goldapi.io', { price: 4083.2 })
    expect(reading).toMatchObject({ change: -297_700, changePercent: -0.72, low: null, high: null })
    expect(reading).toMatchObject({ bid: 40_829_500, ask: 40_834_500 })
    expect(server.calls.at(-1)?.headers['x-access-token']).toBe('key-of-goldapi')
  })

  it('goldapi.io: a timestamp in milliseconds too', async () => {
    const more = { timestamp: aMinuteAgo.getTime() }
    expect((await read('goldapi.io', { price: 4083.2, more })).takenAt).toEqual(aMinuteAgo)
  })

  it.each(inJson)('%s: its time in any form, and the price strictly [GOLD-27]', async (feed) => {
    const field = { 'gold-api': 'updatedAt', swissquote: 'ts' }[feed as string] ?? 'timestamp'
    const ms = aMinuteAgo.getTime()
    for (const time of [
      ms,
      ms / 1000,
      String(ms),
      String(ms / 1000),
      '2026-03-11T15:59:00Z',
      '2026-03-11T16:59:00+01:00',
      '2026-03-11 15:59:00',
      '2026-03-11T15:59',
      'Wed, 11 Mar 2026 15:59:00 GMT',
    ]) {
      const reading = await read(feed, { price: 4083.2, more: { [field]: time } })
      expect([time, reading.takenAt, reading.hasOwnTime]).toEqual([time, aMinuteAgo, true])
      expect(reading.perOunce).toBe(40_832_000)
    }
    for (const time of [null, {}, [], true, '', 'soon', 0, -1, '0']) {
      const reading = await read(feed, { price: 4083.2, more: { [field]: time } })
      expect([time, reading.takenAt, reading.hasOwnTime]).toEqual([time, now, false])
    }
  })

  it('goldapi.io: a figure beside the price in another form is left out [GOLD-27]', async () => {
    const more = { ch: '1.5', bid: {}, low_price: 'n/a' }
    expect(await read('goldapi.io', { price: 4083.2, more })).toMatchObject({
      perOunce: 40_832_000,
      change: null,
      bid: null,
      low: null,
    })
  })

  it('metals.dev: with its key in the address', async () => {
    const reading = await read('metals.dev', { price: 4083.2 })
    expect(reading).toMatchObject({ change: 123_000, changePercent: 0.3 })
    expect(reading).toMatchObject({ low: 40_632_000, high: 41_032_000 })
    expect(server.calls.at(-1)?.url).toContain('api_key=key-of-metals&metal=gold&currency=USD')
  })

  it.each(inJson)('%s: no time from the future', async (feed) => {
    const later = new Date(now.getTime() + 3_600_000)
    expect((await read(feed, { price: 4083.2, at: later })).takenAt).toEqual(now)
  })

  it('takes now for a time that cannot be read, and says so [FEED-03]', async () => {
    const reading = await read('gold-api', { price: 4083.2, more: { updatedAt: 'yesterday' } })
    expect(reading.takenAt).toEqual(now)
    expect(reading.hasOwnTime).toBe(false)
  })
})

describe('a feed that fails gets a sentence and is never accepted [LIVE-04]', () => {
  it.each(inJson)('%s with HTML, nothing, half an answer or 2 MB', async (feed) => {
    expect(await failureOf(feed, 'html')).toBe('answered something that is not JSON')
    expect(await failureOf(feed, 'nothing')).toBe('answered nothing')
    expect(await failureOf(feed, 'breaks off')).toMatch(/^could not be reached/)
    expect(await failureOf(feed, 'two megabytes')).toBe('answered more than 1 MB')
  })

  it.each(all)('%s with HTTP 503', async (feed) => {
    expect(await failureOf(feed, { text: 'busy', status: 503 })).toBe('answered HTTP 503')
  })

  it.each(all)('%s that hangs, or drips for ever', async (feed) => {
    const timeLimitMs = 80
    expect(await failureOf(feed, 'hangs', { timeLimitMs })).toBe('did not answer in time')
    expect(await failureOf(feed, 'drips', { timeLimitMs })).toBe('did not answer in time')
  })

  it.each(inJson)('%s with −5, 0, 1e9, the price of a gram, or text', async (feed) => {
    const reported = (value: unknown) => {
      const more =
        feed === 'swissquote'
          ? { spreadProfilePrices: [{ bid: value, ask: value }] }
          : { price: value }
      return failureOf(feed, { price: 4083.2, more })
    }
    expect(await reported(-5)).toMatch(/^reported -5, which is no price/)
    expect(await reported(0)).toMatch(/^reported 0, which is no price/)
    expect(await reported(1e9)).toMatch(/^reported 1000000000, which is no price/)
    expect(await reported(131.28)).toMatch(/^reported 131.28, which is no price/)
    expect(await reported('4083.20')).toMatch(/^answered in another shape/)
    expect(await reported(null)).toMatch(/^answered in another shape/)
  })

  it('in euros, or in a status of its own', async () => {
    for (const feed of ['gold-api', 'goldapi.io'] as const) {
      const failure = await failureOf(feed, { price: 3500, more: { currency: 'EUR' } })
      expect(failure).toBe('answered in another shape (currency)')
    }
    const failed = '{"status":"failure","error_code":1203}'
    expect(await failureOf('metals.dev', { text: failed })).toBe(
      'answered in another shape (status)',
    )
  })

  it('swissquote without quotes, or with an ask below its bid', async () => {
    expect(await failureOf('swissquote', { text: '[]' })).toBe('answered without a quote')
    const more = { spreadProfilePrices: [{ bid: 4083.2, ask: 4083.1 }] }
    expect(await failureOf('swissquote', { price: 1, more })).toBe('reported an ask below its bid')
  })

  it('that redirects to another site, without end, or nowhere', async () => {
    const elsewhere = { redirectsTo: 'http://127.0.0.1:9/price/XAU' }
    expect(await failureOf('goldapi.io', elsewhere)).toBe('redirects to another site')
    expect(await failureOf('gold-api', { redirectsTo: '//' })).toBe('redirects to another site')
    expect(await failureOf('gold-api', { redirectsTo: '/price/XAU' })).toBe('redirects without end')
  })

  it('that is not there', async () => {
    const settings = { GOLD_API_URL: 'http://127.0.0.1:9' }
    expect(await failureOf('gold-api', 'nothing', { settings })).toMatch(/^could not be reached/)
  })

  it('whose key is not set, which no call is made for', async () => {
    const { gold } = readConfig({ ...server.settings('goldapi.io') })
    const before = server.calls.length
    const [asked] = goldFeeds({ ...gold, goldapiIoKey: null })
    const signal = new AbortController().signal
    await expect(asked?.read({ now, lastAccepted: null, signal })).rejects.toThrow('GOLDAPI_IO_KEY')
    expect(server.calls).toHaveLength(before)
  })

  it('in a sentence without the key or the address [SEC-06]', async () => {
    for (const behavior of ['html', 'nothing', 'breaks off', { text: '{}' }] as const) {
      expect(await failureOf('metals.dev', behavior)).not.toMatch(/key-of-metals|127\.0\.0\.1/)
    }
  })

  it('is not waited for when the shop closes', async () => {
    const closing = new AbortController()
    const failure = failureOf('gold-api', 'hangs', { signal: closing.signal })
    closing.abort()
    expect(await failure).toBe('was not waited for')
  })
})

describe('the shop website', () => {
  it('follows a redirect on its own site', async () => {
    const moved = { redirectsTo: '/gold-moved', there: { text: '<p class="price">$4,083.20</p>' } }
    expect((await read('website', moved)).perOunce).toBe(40_832_000)
  })

  it.each([
    ['131.28', 'auto', 4_083_0000, 40_832_675],
    ['4,083.20', 'auto', 4_083_0000, 40_832_000],
    ['131.28', 'auto', null, 40_832_675],
    ['2,650.10', 'auto', null, 26_501_000],
    ['131.28', 'gram', null, 40_832_675],
    ['4,083.20', 'ounce', 1_000_000, 40_832_000],
  ] as const)(
    'reads $%s in unit %s after %s as %s an ounce',
    async (shown, unit, last, perOunce) => {
      const page = { text: `<p class="price">$${shown}</p>` }
      const options = {
        settings: { GOLD_WEBSITE_UNIT: unit },
        lastAccepted: last as PricePerOunce | null,
      }
      expect((await read('website', page, options)).perOunce).toBe(perOunce)
    },
  )

  it('refuses what is no price of gold in its unit', async () => {
    const gram = { settings: { GOLD_WEBSITE_UNIT: 'gram' } }
    expect(await failureOf('website', { text: '<p class="price">$9,999</p>' }, gram)).toBe(
      'shows 9999, which is no price of gold',
    )
    expect(await failureOf('website', { text: '<p class="price">$0.00</p>' })).toBe(
      'shows 0.00, which is no price of gold',
    )
    expect(await failureOf('website', 'html')).toBe('shows no element of class price')
    expect(await failureOf('website', 'nothing')).toBe('shows no element of class price')
    expect(await failureOf('website', 'two megabytes')).toBe('answered more than 1 MB')
  })
})

it('asks in the configured order, and nobody where fetching is off [LIVE-04]', () => {
  const { gold } = readConfig(server.settings('swissquote', 'website', 'gold-api'))
  expect(goldFeeds(gold).map((feed) => feed.name)).toEqual(['swissquote', 'website', 'gold-api'])
  expect(goldFeeds(readConfig({ GOLD_SOURCES: 'none' }).gold)).toEqual([])
})
