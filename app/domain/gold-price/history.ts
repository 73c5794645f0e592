import { divideHalfUp, formatScaled } from '../money/decimal.ts'
import type { PricePerGram, PricePerOunce } from './rates.ts'

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

/** A time in milliseconds since 1970, and a sum in whole cents or ten-thousandths of a dollar. */
export type SeriesPoint = { at: number; value: number }

/**
 * Where a chart begins, in milliseconds since 1970: a range before `until`, or at the first price where
 * nothing is known of the time before it, as in a young shop.
 */
export function beginOfChart(
  points: readonly SeriesPoint[],
  { range, until }: { range: HistoryRange; until: number },
): number {
  const { spanMs, gapMs } = historyRanges[range]
  const begin = until - spanMs
  const first = points[0]?.at ?? begin
  return first - begin > gapMs ? first : begin
}

/** What a sentence says of a series; null of an empty one. The first of equals is the lowest. */
export function summarizeSeries(points: readonly SeriesPoint[]) {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const low = points.reduce((lowest, one) => (one.value < lowest.value ? one : lowest))
  const high = points.reduce((highest, one) => (one.value > highest.value ? one : highest))
  return { first, last, low, high, change: last.value - first.value }
}

/** A change as a share of where it began, in percent, exact and rounded once: `+3.29`, `-1.00`. */
export function percentOf(change: number, first: number): string {
  const hundredths = divideHalfUp(BigInt(change) * 10_000n, BigInt(first))
  return `${hundredths > 0n ? '+' : ''}${formatScaled(hundredths, 2)}`
}
