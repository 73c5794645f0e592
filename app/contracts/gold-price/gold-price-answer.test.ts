import { describe, expect, it } from 'vitest'
import { defaultGoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { shownDefault, shownOf, writeGoldPriceResponse } from './gold-price.ts'
import { afterResponse, readGoldPriceResponse } from './read-gold-price.ts'

const stored = new Date('2026-03-11T15:00:07Z')

describe('the documented answer', () => {
  it('writes a good price whole [GOLD-11, DATA-11]', () => {
    const gold = goldPrice({
      change: -12_500,
      changePercent: -0.31,
      bid: 40_830_000 as PricePerOunce,
      high: 41_000_000 as PricePerOunce,
    })
    expect(writeGoldPriceResponse(gold, 'live', stored)).toEqual({
      success: true,
      price: 4083.2,
      change: -1.25,
      changePercent: -0.31,
      timestamp: '2026-03-11T15:00:00.000Z',
      lastUpdated: '2026-03-11T15:00:07.000Z',
      pricePerGram: 131.2778,
      source: 'gold-api',
      bid: 4083,
      ask: null,
      low: null,
      high: 4100,
      error: null,
      state: 'live',
      takenAt: '2026-03-11T15:00:00.000Z',
    })
  })

  it('has no success beside an error, and keeps the price [D46, GOLD-13]', () => {
    const answer = writeGoldPriceResponse(
      goldPrice({ errorMessage: 'no source answered' }),
      'stale',
      null,
    )
    expect(answer).toMatchObject({
      success: false,
      price: 4083.2,
      error: 'no source answered',
      lastUpdated: '2026-03-11T15:00:00.000Z',
    })
  })

  it('has no success and no times for the default record [GOLD-16]', () => {
    expect(writeGoldPriceResponse(defaultGoldPrice, 'indicative', stored)).toMatchObject({
      success: false,
      error: null,
      timestamp: null,
      lastUpdated: null,
      takenAt: null,
    })
  })
})

describe('an answer that is read', () => {
  it('counts with the ounce price alone only where it says success [GOLD-12]', () => {
    expect(readGoldPriceResponse({ success: true, price: 4083.2 }).pricePerGram).toBe(1_312_778)
    expect(() => readGoldPriceResponse({ success: false, price: 4083.2 })).toThrow(
      'Invalid response from gold price API',
    )
    expect(() => readGoldPriceResponse({ price: 4083.2 })).toThrow('Invalid response')
  })

  it.each([null, 'text', 7, [], undefined])('is invalid where it is %j [GOLD-12]', (body) => {
    expect(() => readGoldPriceResponse(body)).toThrow('Invalid response from gold price API')
  })

  it('takes what is no number, text or time for nothing [GOLD-11]', () => {
    const odd = { change: '1', changePercent: null, source: 5, state: 'odd', takenAt: {}, error: 7 }
    expect(readGoldPriceResponse({ success: true, pricePerGram: 1, ...odd })).toMatchObject({
      change: 0,
      changePercent: 0,
      source: '',
      state: null,
      takenAt: null,
      error: null,
    })
  })

  it('replaces the price shown, though it carries an error of its own source [GOLD-09]', () => {
    const before = shownOf(goldPrice(), 'live')
    const next = { ...before, price: 41_000_000 as PricePerOunce, error: 'late' }
    expect(afterResponse(before, next)).toBe(next)
  })

  it('has no time on the default record, which was never true [GOLD-16]', () => {
    expect(shownOf(defaultGoldPrice, 'indicative').takenAt).toBeNull()
    expect(shownDefault('away')).toMatchObject({ state: 'indicative', takenAt: null })
  })
})
