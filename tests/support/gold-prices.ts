import fc from 'fast-check'
import type { FeedReading } from '#app/.server/gold-price/feeds/gold-feed.ts'
import { type GoldPrice, goldPriceStates } from '#app/domain/gold-price/gold-price.ts'
import { type PricePerGram, type PricePerOunce, perGramOf } from '#app/domain/gold-price/rates.ts'

/** Gold prices for laws: any rate a feed is accepted with, and whole records of them. */
export const anyPerOunce = fc
  .integer({ min: 2_000_000, max: 2_000_000_000 })
  .map((rate) => rate as PricePerOunce)

export const anyPerGram = fc
  .integer({ min: 1, max: 100_000_000 })
  .map((rate) => rate as PricePerGram)

export const anyState = fc.constantFrom(...goldPriceStates)

/** A record as a feed would have led to it; change what the test is about. */
export function goldPrice(changes: Partial<GoldPrice> = {}): GoldPrice {
  const perOunce = changes.perOunce ?? (40_832_000 as PricePerOunce)
  return {
    perOunce,
    perGram: perGramOf(perOunce),
    change: 0,
    changePercent: 0,
    source: 'gold-api',
    takenAt: new Date('2026-03-11T15:00:00Z'),
    bid: null,
    ask: null,
    low: null,
    high: null,
    errorMessage: null,
    ...changes,
  }
}

/** What a feed reports; change what the test is about. */
export function reading(changes: Partial<FeedReading> = {}): FeedReading {
  return {
    source: 'gold-api',
    perOunce: 40_832_000 as PricePerOunce,
    change: null,
    changePercent: null,
    bid: null,
    ask: null,
    low: null,
    high: null,
    takenAt: new Date('2026-03-11T15:00:00Z'),
    hasOwnTime: true,
    ...changes,
  }
}

/** A price set by hand and typed twice, so that it is stored however far it is from the market. */
export function byHand(rate: number, by = 'ann@example.com') {
  const perGram = rate as PricePerGram
  return { perGram, by, typedAgain: perGram }
}
