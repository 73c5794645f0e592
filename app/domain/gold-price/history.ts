import { divideHalfUp, formatScaled } from '../money/decimal.ts'
import { type PricePerGram, type PricePerOunce, parsePerGram, parsePerOunce } from './rates.ts'

const hourMs = 3_600_000

/**
 * How far back each chart goes, and how long a silence is still no gap: over it the shop went on
 * selling at the price it had. A month's may span a weekend in which the market is shut; a longer
 * silence is one of the shop itself, and nothing is drawn there.
 */
export const historyRanges = {
  day: { spanMs: 24 * hourMs, gapMs: 3 * hourMs },
  month: { spanMs: 30 * 24 * hourMs, gapMs: 4 * 24 * hourMs },
  year: { spanMs: 365 * 24 * hourMs, gapMs: 14 * 24 * hourMs },
} as const

export type HistoryRange = keyof typeof historyRanges

export function isHistoryRange(text: string | null): text is HistoryRange {
  return text !== null && Object.hasOwn(historyRanges, text)
}

/** What the shop sold at from `at` on, in milliseconds since 1970. */
export type PastPrice = { at: number; perOunce: PricePerOunce; perGram: PricePerGram }

/** As `GET /api/gold-price/history` answers it. */
export type GoldHistoryPoint = { at: string; price: string; pricePerGram: string }

/** The answer's points; one that is no price is left out rather than drawn. */
export function pastPrices(points: readonly GoldHistoryPoint[]): PastPrice[] {
  return points.flatMap(({ at, price, pricePerGram }) => {
    const time = Date.parse(at)
    const perOunce = parsePerOunce(price)
    const perGram = parsePerGram(pricePerGram)
    if (Number.isNaN(time) || perOunce === null || perGram === null) return []
    return [{ at: time, perOunce, perGram }]
  })
}

/** A moment and a sum of money: whole cents, or ten-thousandths of a dollar. */
export type SeriesPoint = { at: number; value: number }

/** What can be said of a course in a sentence; null of none. The first of equals is the lowest. */
export function summarizeSeries(moments: readonly SeriesPoint[]) {
  const [first] = moments
  const last = moments.at(-1)
  if (!first || !last) return null
  const low = moments.reduce((least, one) => (one.value < least.value ? one : least))
  const high = moments.reduce((most, one) => (one.value > most.value ? one : most))
  return { first, last, low, high, change: last.value - first.value }
}

/** A change as a share of where it began, in percent, exact and rounded once: `+3.29`, `-1.00`. */
export function percentOf(change: number, first: number): string {
  const hundredths = divideHalfUp(BigInt(change) * 10_000n, BigInt(first))
  return `${hundredths > 0n ? '+' : ''}${formatScaled(hundredths, 2)}`
}
