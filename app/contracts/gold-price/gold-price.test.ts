import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultGoldPrice } from '#app/domain/gold-price/gold-price.ts'
import {
  type PricePerOunce,
  perGramOf,
  perOunceOf,
  rateToNumber,
} from '#app/domain/gold-price/rates.ts'
import { anyPerGram, anyPerOunce, anyState, goldPrice } from '#tests/support/gold-prices.ts'
import { beforeFirstResponse, shownDefault, shownOf, writeGoldPriceResponse } from './gold-price.ts'
import {
  afterEvent,
  afterResponse,
  fetchGoldPrice,
  readGoldPriceResponse,
} from './read-gold-price.ts'

const shown = shownOf(goldPrice({ change: -297_700, changePercent: -1.02 }), 'live')
const answering = (body: unknown, status = 200, statusText = '') =>
  fetchGoldPrice(async () => new Response(JSON.stringify(body), { status, statusText }))

describe('the documented answer', () => {
  it('is read for every field it has [GOLD-11, DATA-11]', () => {
    const answer = {
      success: true,
      price: 4083.2,
      change: -29.77,
      changePercent: -1.02,
      timestamp: '2026-03-11T15:00:00.000Z',
      lastUpdated: '2026-03-11T15:00:05.000Z',
      pricePerGram: 131.2778,
      source: 'goldapi.io',
      bid: 4082.9,
      ask: 4083.5,
      low: 4050.01,
      high: 4101.99,
      error: 'reported beside the price',
    }
    expect(readGoldPriceResponse(answer)).toEqual({
      price: 40_832_000,
      change: -297_700,
      changePercent: -1.02,
      changeKnown: true,
      takenAt: '2026-03-11T15:00:00.000Z',
      lastUpdated: '2026-03-11T15:00:05.000Z',
      pricePerGram: 1_312_778,
      source: 'goldapi.io',
      state: null,
      bid: 40_829_000,
      ask: 40_835_000,
      low: 40_500_100,
      high: 41_019_900,
      error: 'reported beside the price',
    })
  })

  it('reads what the server writes, to the last place [GOLD-11, DATA-11]', () => {
    fc.assert(
      fc.property(anyPerOunce, anyState, (perOunce, state) => {
        const gold = goldPrice({ perOunce, perGram: perGramOf(perOunce), change: -12_345 })
        const sent = JSON.parse(JSON.stringify(writeGoldPriceResponse(gold, state, gold.takenAt)))
        expect(readGoldPriceResponse(sent)).toMatchObject(shownOf(gold, state))
      }),
    )
  })

  it('raises its error text without success and pricePerGram [GOLD-12]', () => {
    expect(() => readGoldPriceResponse({ success: false, error: 'The feed is away' })).toThrow(
      'The feed is away',
    )
  })

  it.each([
    [{}],
    [{ success: false }],
    [{ success: false, error: '' }],
    [{ success: true }],
    [{ success: true, pricePerGram: 'abc' }],
    [{ success: false, pricePerGram: -5 }],
    [null],
    ['<html>'],
    [[]],
    [42],
  ])('raises a fixed sentence for %j [GOLD-12]', (answer) => {
    expect(() => readGoldPriceResponse(answer)).toThrow('Invalid response from gold price API')
  })

  it('counts without success when it has pricePerGram [GOLD-13]', () => {
    const read = readGoldPriceResponse({ success: false, pricePerGram: 92.77, price: 2886.32 })
    expect(read).toMatchObject({ pricePerGram: 927_700, price: 28_863_200 })
    expect(readGoldPriceResponse({ pricePerGram: 100 })).toMatchObject({ price: 31_103_500 })
  })

  it('shows the defaults and the status when it is not 2xx [GOLD-14, GOLD-16]', async () => {
    const got = await answering({ success: true, pricePerGram: 1 }, 503, 'Service Unavailable')
    expect(got).toMatchObject({
      price: 28_863_200,
      pricePerGram: 927_700,
      change: 0,
      source: 'fallback',
      error: 'HTTP 503: Service Unavailable',
    })
  })

  it('shows the defaults and a fixed sentence when the call fails without a message [GOLD-15, GOLD-16]', async () => {
    for (const failure of [new Error(), new Error(''), 'nothing said', undefined]) {
      const got = await fetchGoldPrice(() => Promise.reject(failure))
      expect(got).toEqual(shownDefault('Failed to fetch gold price'))
      expect(got).toMatchObject({ price: 28_863_200, pricePerGram: 927_700, change: 0 })
    }
  })

  it('shows the defaults and what was raised, by the call or by the answer [GOLD-12, GOLD-16]', async () => {
    const away = await fetchGoldPrice(() => Promise.reject(new Error('the network is away')))
    expect(away).toEqual(shownDefault('the network is away'))
    expect(await answering({ success: false })).toEqual(
      shownDefault('Invalid response from gold price API'),
    )
    expect((await fetchGoldPrice(async () => new Response('<html>'))).source).toBe('fallback')
  })
})

describe('what a widget shows after an answer', () => {
  it('keeps the last good price on an error, and shows the error [GOLD-09]', () => {
    const after = afterResponse(shown, shownDefault('HTTP 500: '))
    expect(after).toEqual({ ...shown, error: 'HTTP 500: ' })
  })

  it('replaces what it began with by any answer, the defaults included [GOLD-09, GOLD-06]', () => {
    expect(beforeFirstResponse).toMatchObject({ price: 28_863_200, change: -297_700 })
    expect(afterResponse(beforeFirstResponse, shownDefault('away')).change).toBe(0)
    expect(afterResponse(beforeFirstResponse, shown)).toBe(shown)
    expect(afterResponse(shown, { ...shown, price: 1 as PricePerOunce }).price).toBe(1)
  })

  it('takes the default record for an answer where the server itself says so', () => {
    const told = readGoldPriceResponse(writeGoldPriceResponse(defaultGoldPrice, 'indicative', null))
    expect(afterResponse(shown, told)).toBe(told)
    expect(told).toMatchObject({ state: 'indicative', takenAt: null })
  })
})

describe('the event goldPriceUpdated in the browser', () => {
  it('brings its price, time and source [GOLD-07]', () => {
    const after = afterEvent(shown, {
      pricePerGram: 92.77,
      timestamp: '2026-03-11T15:30:00Z',
      source: 'admin-exact',
    })
    expect(after).toMatchObject({
      pricePerGram: 927_700,
      takenAt: '2026-03-11T15:30:00.000Z',
      source: 'admin-exact',
      state: 'set by hand',
    })
    const inMilliseconds = afterEvent(shown, { pricePerGram: 92.77, timestamp: 1_000 })
    expect(inMilliseconds).toMatchObject({ takenAt: '1970-01-01T00:00:01.000Z', state: null })
  })

  it('shows 31.1035 × pricePerGram an ounce, change and percent 0, for any price [GOLD-08]', () => {
    fc.assert(
      fc.property(anyPerGram, (perGram) => {
        const after = afterEvent(shown, { pricePerGram: rateToNumber(perGram), source: 'x' })
        expect(after.pricePerGram).toBe(perGram)
        expect(after.price).toBe(perOunceOf(perGram))
        expect([after.change, after.changePercent]).toEqual([0, 0])
      }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -5, '92.77', null, undefined, {}, 1e-7])(
    'changes nothing when pricePerGram is %s [GOLD-08]',
    (pricePerGram) => {
      expect(afterEvent(shown, { pricePerGram, source: 'x' })).toBe(shown)
    },
  )

  it.each([undefined, null, 'text', 7])(
    'changes nothing when its detail is %s [GOLD-07]',
    (detail) => {
      expect(afterEvent(shown, detail)).toBe(shown)
    },
  )
})
