import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest, plot } from './plot.ts'

const frame = { from: 0, to: 1000, gapMs: 100 }

describe('the drawing of a price series [LIVE-06]', () => {
  it('stays inside its frame, with ticks to read it by, for any series', () => {
    const anyPoints = fc
      .uniqueArray(
        fc.record({
          at: fc.integer({ min: 0, max: 1000 }),
          value: fc.integer({ min: 1, max: 1_000_000_000 }),
        }),
        { selector: ({ at }) => at, minLength: 1, maxLength: 60 },
      )
      .map((points) => points.toSorted((one, other) => one.at - other.at))
    fc.assert(
      fc.property(anyPoints, (points) => {
        const { line, dots, ticks, x, y } = plot(points, frame)
        for (const number of `${line} ${dots}`.match(/-?\d+(\.\d+)?/g) ?? []) {
          expect(Number(number)).toBeGreaterThanOrEqual(0)
          expect(Number(number)).toBeLessThanOrEqual(1000)
        }
        expect(ticks.length).toBeGreaterThanOrEqual(1)
        expect(ticks.length).toBeLessThanOrEqual(7)
        for (const tick of ticks) {
          expect(y(tick)).toBeGreaterThanOrEqual(0)
          expect(y(tick)).toBeLessThanOrEqual(1000)
        }
        // Higher prices are higher, later ones further right.
        for (const [index, { at, value }] of points.entries()) {
          const next = points[index + 1]
          if (!next) continue
          expect(x(next.at)).toBeGreaterThanOrEqual(x(at))
          if (next.value > value) expect(y(next.value)).toBeLessThanOrEqual(y(value))
        }
      }),
    )
  })

  it('draws steps, for a price holds until the next, and the last until now', () => {
    const { line, dots, hasGaps } = plot(
      [
        { at: 900, value: 100 },
        { at: 950, value: 200 },
      ],
      frame,
    )
    expect(line).toMatch(/^M900 (\S+) H950 V(\S+) H1000$/)
    expect(dots).toBe('')
    expect(hasGaps).toBe(false)
  })

  it('draws nothing where no price was recorded, nor on from an old price', () => {
    const { line, dots, hasGaps } = plot(
      [
        { at: 100, value: 100 },
        { at: 150, value: 110 },
        { at: 400, value: 120 },
        { at: 700, value: 130 },
        { at: 800, value: 140 },
      ],
      frame,
    )
    expect(line.match(/M\d+/g)).toEqual(['M100', 'M700'])
    expect(line).not.toContain('H1000')
    expect(dots).toMatch(/^M400 \S+h0$/)
    expect(hasGaps).toBe(true)
  })

  it('shows one price as one dot, in the middle', () => {
    const { line, dots } = plot([{ at: 500, value: 1_312_778 }], frame)
    expect(line).toBe('')
    expect(dots).toBe('M500 500h0')
  })

  it('finds the moment nearest to where it is pointed at', () => {
    const points = [100, 500, 900].map((at) => ({ at, value: 1 }))
    expect([0, 0.29, 0.31, 0.69, 0.71, 1].map((place) => nearest(points, place, frame))).toEqual([
      0, 0, 1, 1, 2, 2,
    ])
  })
})
