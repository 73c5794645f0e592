import type { SeriesPoint } from '#app/domain/gold-price/history.ts'

/** The drawing's own units in each direction; the picture is stretched to whatever space there is. */
export const side = 1000

type Frame = { from: number; to: number; gapMs: number }

export type Plot = {
  /** Steps: a price holds until the next. One path a stretch without a gap. */
  line: string
  /** What is alone between gaps, as dots. */
  dots: string
  /** Round values to read the height by, lowest first. */
  ticks: number[]
  x: (at: number) => number
  y: (value: number) => number
  hasGaps: boolean
}

/**
 * Places points in a square of 1000 by 1000. Nothing is drawn where nothing was recorded: neither
 * before the first price, nor over a gap longer than `gapMs`, nor sloping between two prices.
 */
export function plot(points: readonly SeriesPoint[], { from, to, gapMs }: Frame): Plot {
  const values = points.map(({ value }) => value)
  const [low, high] = bounds(Math.min(...values), Math.max(...values))
  const x = (at: number) => rounded(((at - from) / (to - from)) * side)
  const y = (value: number) => rounded(side - ((value - low) / (high - low)) * side)
  const stretches = stretchesOf(points, gapMs)
  const steps: string[] = []
  const dots: string[] = []
  for (const stretch of stretches) {
    const [first, ...rest] = stretch
    const last = stretch.at(-1)
    if (!first || !last) continue
    const isLatest = stretch === stretches.at(-1)
    const end = isLatest && to - last.at <= gapMs ? ` H${rounded(side)}` : ''
    if (rest.length === 0) dots.push(`M${x(first.at)} ${y(first.value)}h0`)
    if (rest.length === 0 && end === '') continue
    const path = rest.map(({ at, value }) => ` H${x(at)} V${y(value)}`).join('')
    steps.push(`M${x(first.at)} ${y(first.value)}${path}${end}`)
  }
  return {
    line: steps.join(' '),
    dots: dots.join(' '),
    ticks: ticksBetween(low, high),
    x,
    y,
    hasGaps: stretches.length > 1,
  }
}

/** The index of the point nearest to a place from 0 to 1 along the drawing. */
export function nearest(
  points: readonly SeriesPoint[],
  place: number,
  { from, to }: Frame,
): number {
  const at = from + place * (to - from)
  let best = 0
  for (const [index, point] of points.entries()) {
    if (Math.abs(point.at - at) < Math.abs((points[best]?.at ?? 0) - at)) best = index
  }
  return best
}

function stretchesOf(points: readonly SeriesPoint[], gapMs: number): SeriesPoint[][] {
  const stretches: SeriesPoint[][] = []
  for (const point of points) {
    const current = stretches.at(-1)
    const before = current?.at(-1)
    if (current && before && point.at - before.at <= gapMs) current.push(point)
    else stretches.push([point])
  }
  return stretches
}

/** A little space above and below; a price that never moved lies in the middle. */
function bounds(low: number, high: number): [number, number] {
  const margin = high > low ? (high - low) * 0.12 : Math.max(high * 0.01, 1)
  return [low - margin, high + margin]
}

/** Three to six values of 1, 2 or 5 times a power of ten. */
function ticksBetween(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find((factor) => rough <= factor * power) ?? 10)
  const ticks: number[] = []
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick)
  return ticks
}

const rounded = (value: number) => Math.round(value * 10) / 10
