import { type PointerEvent, useState } from 'react'
import {
  beginOfChart,
  type HistoryRange,
  historyRanges,
  type SeriesPoint,
} from '#app/domain/gold-price/history.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { useHydrated } from '../layout/use-hydrated.ts'
import { Unbroken } from '../text/no-break.tsx'
import { axisRange, describeSeries, formatAxisTime, formatHistoryTime } from './format-history.ts'
import { nearest, type Plot, plot, side } from './plot.ts'

type Series = {
  points: readonly SeriesPoint[]
  range: HistoryRange
  /** The right edge, in milliseconds since 1970. */
  until: number
  /** What moved, inside a sentence: `gold`. */
  what: string
  /** After each sum: ` per gram`, or nothing. */
  unit: string
  format: (value: number) => string
}

type Props = Series & {
  /** Beside the time, in the order of `cells`. */
  columns: readonly string[]
  cells: (index: number) => readonly string[]
}

/**
 * A series of prices: in a sentence, drawn, point by point under the arrow keys, and as a table
 * [LIVE-06]. The drawing is stretched to its place, with strokes that are not; all text is HTML.
 */
export function HistoryChart({ columns, cells, ...series }: Props) {
  const { points, range, unit, format, until } = series
  const isHydrated = useHydrated()
  const [chosen, choose] = useState<number | null>(null)
  const when = (at: number) => formatHistoryTime(at, range)
  const summary = describeSeries(points, { ...series, when })
  // One price makes no chart: the sentence says all that a drawing could.
  if (points.length < 2)
    return (
      <p className="text-muted">
        <Unbroken>{summary}</Unbroken>
      </p>
    )

  const { spanMs, gapMs } = historyRanges[range]
  const from = beginOfChart(points, { range, until })
  const frame = { from, to: Math.max(until, from + 1), gapMs }
  const drawing = plot(points, frame)
  const index = Math.min(chosen ?? points.length - 1, points.length - 1)
  const point = points[index] ?? { at: until, value: 0 }
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(nearest(points, (clientX - left) / width, frame))
  }

  return (
    <figure className="min-w-0">
      <figcaption className="max-w-2xl text-muted">
        <Unbroken>{summary}</Unbroken>
        {from > until - spanMs && ' The chart begins with the first price on record.'}
        {drawing.hasGaps && ' Where the line breaks, no price was recorded.'}
      </figcaption>
      <p aria-hidden="true" className="mt-6 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl leading-none">
          <LiveValue>{format(point.value)}</LiveValue>
        </span>
        <span className="text-sm text-muted">
          {unit && `${unit.trim()}, `}
          <Unbroken>{when(point.at)}</Unbroken>
        </span>
      </p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <svg
          viewBox={`0 0 ${side} ${side}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="The same as a drawing"
          onPointerMove={follow}
          onPointerDown={follow}
          className="h-52 w-full touch-pan-y overflow-visible border-line border-y sm:h-72"
        >
          <Drawing plot={drawing} point={point} isChosen={chosen !== null} />
        </svg>
        <div aria-hidden="true" className="relative w-16 text-muted text-xs sm:w-20">
          {drawing.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute left-0 -translate-y-1/2"
              style={{ top: `${drawing.y(tick) / 10}%` }}
            >
              {format(tick)}
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="flex justify-between gap-2 pt-2 text-muted text-xs">
          {[frame.from, (frame.from + frame.to) / 2, frame.to].map((at) => (
            <span key={at}>{formatAxisTime(at, axisRange(frame.to - from))}</span>
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={index}
          onChange={(event) => choose(event.target.valueAsNumber)}
          aria-label="Point in time"
          aria-valuetext={`${when(point.at)}: ${format(point.value)}${unit}`}
          // It does nothing before the browser has taken over, and then stays where it was.
          className={`history-slider col-start-1 mt-3 ${isHydrated ? '' : 'invisible'}`}
        />
      </div>
      <Table {...{ points, columns, cells, when }} label={summary} />
    </figure>
  )
}

type DrawingProps = {
  plot: Plot
  point: SeriesPoint
  /** By the reader: a line through it says which one the words are about [LIVE-19]. */
  isChosen: boolean
}

function Drawing({ plot: { line, dots, ticks, x, y }, point, isChosen }: DrawingProps) {
  const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <>
      <path
        d={ticks.map((tick) => `M0 ${y(tick)}H${side}`).join('')}
        className="stroke-line"
        {...stroke}
      />
      {isChosen && <path d={`M${x(point.at)} 0V${side}`} className="stroke-muted" {...stroke} />}
      <path
        d={line}
        className="stroke-gold-deep"
        strokeWidth={2}
        strokeLinejoin="round"
        {...stroke}
      />
      <path
        d={dots}
        className="stroke-gold-deep"
        strokeWidth={7}
        strokeLinecap="round"
        {...stroke}
      />
      <path
        d={`M${x(point.at)} ${y(point.value)}h0`}
        className="stroke-ink"
        strokeWidth={9}
        strokeLinecap="round"
        {...stroke}
      />
    </>
  )
}

type TableProps = Pick<Props, 'points' | 'columns' | 'cells'> & {
  when: (at: number) => string
  label: string
}

function Table({ points, columns, cells, when, label }: TableProps) {
  return (
    <details className="mt-4">
      <summary className="link inline-block min-h-6 text-sm">View as a table</summary>
      <section
        aria-label="Prices as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="mt-4 max-h-96 overflow-auto border-line border-y"
      >
        <table className="w-full text-right text-sm">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-2 pr-4 text-left font-medium">
                Time
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-2 pl-4 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ at }, index) => (
              <tr key={at} className="border-line border-t">
                <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left font-normal">
                  {when(at)}
                </th>
                {cells(index).map((cell, column) => (
                  <td key={columns[column]} className="whitespace-nowrap py-1.5 pl-4">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
