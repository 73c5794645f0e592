import { type PointerEvent, useState } from 'react'
import {
  type HistoryRange,
  historyRanges,
  type SeriesPoint,
} from '#app/domain/gold-price/history.ts'
import { Unbroken } from '../text/unbroken.tsx'
import { describeSeries, footWords, momentWords } from './format-history.ts'
import { nearest, type Plot, plot, side } from './plot.ts'
import { useZone } from './use-zone.ts'

type Course = {
  moments: readonly SeriesPoint[]
  range: HistoryRange
  /** The right edge, in milliseconds since 1970. */
  until: number
  /** What moved, inside a sentence: `gold`. */
  what: string
  /** After each sum: ` per gram`, or nothing. */
  unit: string
  format: (value: number) => string
}

type Props = Course & {
  /** Beside the time, in the order of `cells`. */
  columns: readonly string[]
  cells: (index: number) => readonly string[]
}

/**
 * A course of prices: in a sentence, drawn, point by point under the arrow keys, and as a table
 * [LIVE-06]. The drawing is stretched to its place, with strokes that are not; all words are HTML.
 */
export function HistoryChart({ columns, cells, ...course }: Props) {
  const { moments, range, unit, format, until } = course
  const zone = useZone()
  const [chosen, choose] = useState<number | null>(null)
  const when = (at: number) => momentWords(at, range, zone)
  const summary = describeSeries(moments, { ...course, when })
  // One price is no course: the sentence says all that a drawing could.
  if (moments.length < 2)
    return (
      <p className="text-muted">
        <Unbroken>{summary}</Unbroken>
      </p>
    )

  const { spanMs, gapMs } = historyRanges[range]
  const frame = { from: until - spanMs, to: until, gapMs }
  const drawing = plot(moments, frame)
  const index = Math.min(chosen ?? moments.length - 1, moments.length - 1)
  const moment = moments[index] ?? { at: until, value: 0 }
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(nearest(moments, (clientX - left) / width, frame))
  }

  return (
    <figure className="min-w-0">
      <figcaption className="max-w-2xl text-muted">
        <Unbroken>{summary}</Unbroken>
        {drawing.hasGaps && ' Where the line breaks, no price was recorded.'}
      </figcaption>
      <p aria-hidden="true" className="tabular mt-6 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl leading-none">{format(moment.value)}</span>
        <span className="text-sm text-muted">
          {unit && `${unit.trim()}, `}
          <Unbroken>{when(moment.at)}</Unbroken>
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
          <Drawing plot={drawing} moment={moment} />
        </svg>
        <div aria-hidden="true" className="tabular relative w-16 text-muted text-xs sm:w-20">
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
        <div
          aria-hidden="true"
          className="tabular flex justify-between gap-2 pt-2 text-muted text-xs"
        >
          {[frame.from, (frame.from + frame.to) / 2, frame.to].map((at) => (
            <span key={at}>{footWords(at, range, zone)}</span>
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={moments.length - 1}
          value={index}
          onChange={(event) => choose(event.target.valueAsNumber)}
          aria-label="Point in time"
          aria-valuetext={`${when(moment.at)}: ${format(moment.value)}${unit}`}
          // It does nothing before the browser has taken over, and then stands where it stood.
          className={`history-slider col-start-1 mt-3 ${zone === null ? 'invisible' : ''}`}
        />
      </div>
      <Table {...{ moments, columns, cells, when }} label={summary} />
    </figure>
  )
}

function Drawing({
  plot: { line, dots, ticks, x, y },
  moment,
}: {
  plot: Plot
  moment: SeriesPoint
}) {
  const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <>
      <path
        d={ticks.map((tick) => `M0 ${y(tick)}H${side}`).join('')}
        className="stroke-line"
        {...stroke}
      />
      <path d={`M${x(moment.at)} 0V${side}`} className="stroke-muted" {...stroke} />
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
        d={`M${x(moment.at)} ${y(moment.value)}h0`}
        className="stroke-ink"
        strokeWidth={9}
        strokeLinecap="round"
        {...stroke}
      />
    </>
  )
}

type TableProps = Pick<Props, 'moments' | 'columns' | 'cells'> & {
  when: (at: number) => string
  label: string
}

function Table({ moments, columns, cells, when, label }: TableProps) {
  return (
    <details className="mt-4">
      <summary className="link inline-block min-h-6 text-sm">As a table</summary>
      <section
        aria-label="Prices as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="mt-4 max-h-96 overflow-auto border-line border-y"
      >
        <table className="tabular w-full text-right text-sm">
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
            {moments.map(({ at }, index) => (
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
