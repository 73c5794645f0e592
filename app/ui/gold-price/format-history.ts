import {
  beginOfChart,
  type HistoryRange,
  historyRanges,
  percentOf,
  type SeriesPoint,
  summarizeSeries,
} from '#app/domain/gold-price/history.ts'
import { formatRecentDateTime, formatShortDateTime } from '#app/domain/time/date-time.ts'
import { formatter } from '#app/domain/time/formatter.ts'
import { brand } from '#brand'

export const rangeLabels = {
  day: { label: 'Day', span: 'the last 24 hours' },
  month: { label: 'Month', span: 'the last 30 days' },
  year: { label: 'Year', span: 'the last 365 days' },
} as const satisfies Record<HistoryRange, { label: string; span: string }>

type Wording = {
  range: HistoryRange
  /** The end of the range, in milliseconds since 1970. */
  until: number
  /** What moved, as a sentence begins: `Gold`. */
  what: string
  /** After each sum: ` per gram`, or nothing. */
  unit: string
  format: (value: number) => string
  when: (at: number) => string
}

/** The series in a sentence or two, for those who cannot or need not look at it [LIVE-06]. */
export function describeSeries(
  points: readonly SeriesPoint[],
  { range, until, what, unit, format, when }: Wording,
): string {
  const { span } = rangeLabels[range]
  const series = summarizeSeries(points)
  if (!series) return `No price was recorded in ${span}.`
  const { first, last, low, high, change } = series
  if (points.length === 1) {
    return `One price was recorded in ${span}: ${format(first.value)}${unit}, ${when(first.at)}.`
  }
  const isWhole = beginOfChart(points, { range, until }) === until - historyRanges[range].spanMs
  const began = isWhole ? `In ${span}, ${what}` : `Since ${when(first.at)}, ${what} has`
  if (low.value === high.value) {
    return `${began} stayed at ${format(first.value)}${unit}.`
  }
  const sum = format(Math.abs(change))
  const moved =
    change === 0
      ? 'and back, with no change'
      : `${change > 0 ? 'up' : 'down'} ${sum} (${percentOf(change, first.value)}%)`
  return `${began} ${isWhole ? 'went' : 'gone'} from ${format(first.value)} to ${format(last.value)}${unit}, ${moved}. Low: ${format(low.value)} (${when(low.at)}). High: ${format(high.value)} (${when(high.at)}).`
}

/** A time in the table and in the sentence, by the shop's clock [LIVE-16]. */
export function formatHistoryTime(at: number, range: HistoryRange): string {
  const format = range === 'year' ? formatShortDateTime : formatRecentDateTime
  return format(new Date(at), brand.timeZone)
}

const dayMs = 86_400_000

/** How a chart of that length is labeled, whatever range it is of: a young shop's year may be a week. */
export function axisRange(spanMs: number): HistoryRange {
  if (spanMs <= dayMs) return 'day'
  return spanMs <= 90 * dayMs ? 'month' : 'year'
}

/** The same under a chart, where space is short. */
export function formatAxisTime(at: number, range: HistoryRange): string {
  const text = formatter({
    ...(range === 'day'
      ? { hour: 'numeric', minute: '2-digit' }
      : { month: 'short', ...(range === 'year' ? { year: 'numeric' } : { day: 'numeric' }) }),
    timeZone: brand.timeZone,
  }).format(at)
  return text.replaceAll('\u202f', ' ')
}
