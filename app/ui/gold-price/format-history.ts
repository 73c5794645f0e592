import {
  type HistoryRange,
  historyRanges,
  percentOf,
  type SeriesPoint,
  summarizeSeries,
} from '#app/domain/gold-price/history.ts'

export const rangeLabels = {
  day: { label: 'Day', span: 'the last 24 hours' },
  month: { label: 'Month', span: 'the last 30 days' },
  year: { label: 'Year', span: 'the last 365 days' },
} as const satisfies Record<HistoryRange, { label: string; span: string }>

type Told = {
  range: HistoryRange
  /** The end of the range, in milliseconds since 1970. */
  until: number
  /** What moved, as a sentence begins: `Gold`. */
  what: string
  /** After each sum: ` per gram`, or nothing. */
  unit: string
  format: (value: number) => string
  /** Of a moment, in the reader's own words for time. */
  when: (at: number) => string
}

/** The course in a sentence or two, for those who cannot or need not look at it [LIVE-06]. */
export function describeSeries(
  moments: readonly SeriesPoint[],
  { range, until, what, unit, format, when }: Told,
): string {
  const { span } = rangeLabels[range]
  const course = summarizeSeries(moments)
  if (!course) return `No price was recorded in ${span}.`
  const { first, last, low, high, change } = course
  if (moments.length === 1) {
    return `One price was recorded in ${span}: ${format(first.value)}${unit}, ${when(first.at)}.`
  }
  const { spanMs, gapMs } = historyRanges[range]
  // A shop that is younger than the range does not speak for the time before it.
  const isWhole = first.at - (until - spanMs) <= gapMs
  const began = isWhole ? `In ${span}` : `Since ${when(first.at)}`
  if (low.value === high.value) {
    return `${began} ${what} stood at ${format(first.value)}${unit}, unchanged.`
  }
  const sum = format(Math.abs(change))
  const moved =
    change === 0
      ? 'and back, with no change'
      : `${change > 0 ? 'up' : 'down'} ${sum} (${percentOf(change, first.value)}%)`
  return `${began} ${what} went from ${format(first.value)} to ${format(last.value)}${unit}, ${moved}. Lowest ${format(low.value)}, ${when(low.at)}; highest ${format(high.value)}, ${when(high.at)}.`
}

/** A moment as a table and a sentence tell it; the hour matters less the longer the range. */
export function momentWords(at: number, range: HistoryRange, zone: string | null): string {
  const words = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    ...(range === 'year' ? { year: 'numeric' } : {}),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone ?? 'UTC',
  }).format(at)
  // Node and browsers disagree about the space before AM and PM.
  return `${words.replaceAll('\u202f', ' ')}${zone === null ? ' UTC' : ''}`
}

/** The same at the foot of a chart, where room is short. */
export function footWords(at: number, range: HistoryRange, zone: string | null): string {
  const words = new Intl.DateTimeFormat('en-US', {
    ...(range === 'day'
      ? { hour: 'numeric', minute: '2-digit' }
      : { month: 'short', ...(range === 'year' ? { year: 'numeric' } : { day: 'numeric' }) }),
    timeZone: zone ?? 'UTC',
  }).format(at)
  return `${words.replaceAll('\u202f', ' ')}${zone === null && range === 'day' ? ' UTC' : ''}`
}
