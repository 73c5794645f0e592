import { type Point, polygon, sample, short, smooth } from '../geometry.ts'
import { cut, fill, gold, ink, linear } from '../gold.ts'
import { boxAround, type Form } from '../view.ts'

const rows = 9
const horizon = -92

/** A rounded square: |x|⁵ + |y|⁵ = r⁵. */
const cushion = (r: number): Point[] =>
  sample(32, (t) => {
    const turn = t * 2 * Math.PI
    const bend = (v: number) => Math.sign(v) * Math.abs(v) ** 0.4 * r
    return [bend(Math.cos(turn)), bend(Math.sin(turn))]
  }).slice(0, -1)

/** Far swells are low, short and close; near ones high, long and wide apart. */
const swell = (row: number) => {
  const near = row / rows
  const length = 62 + 165 * near
  return {
    level: horizon + 3 + 338 * near ** 1.25,
    length,
    depth: 0.23 * length,
    start: row * 0.46,
  }
}

/** A row of crests that lean forward, with round troughs between. */
function surface(row: number): string {
  const { level, length, depth, start } = swell(row)
  const from = -260 - length * (1 + (start % 1))
  const trough = `c${short(length * 0.16)} ${short(depth * 0.8)} ${short(length * 0.62)} ${short(depth * 1.3)} ${short(length)} 0`
  return `M${short(from)} ${short(level)}${trough.repeat(Math.ceil((520 - from) / length))}`
}

/** Engraved lines repeat the row's own surface, lower and flatter, closer where the trough darkens. */
function row(at: number): string {
  const { level, length, depth } = swell(at)
  const next = swell(at + 1).level
  const count = 2 + Math.round(at * 0.5)
  const engraved = Array.from({ length: count }, (_, under) => {
    const sunk = ((under + 1) / (count + 0.5)) ** 0.8
    const flat = 1 - 0.62 * sunk
    const down = level * (1 - flat) + sunk * ((next - level) * 0.92 + depth * 0.1)
    return `<use href="#w${at}" transform="translate(${Math.round(sunk * length * 0.06)} ${short(down)})scale(1 ${flat.toFixed(2)})"/>`
  })
  // The closing sides and floor of the outline fall outside the frame or under the next row.
  return (
    `<defs><path id="w${at}" d="${surface(at)}V${Math.round(next + 60)}H-500z"/></defs>` +
    `<use href="#w${at}" fill="url(#swell)" stroke="${ink}" stroke-width="${short(1.4 + at * 0.2)}"/>` +
    `<g fill="none" stroke="${ink}" stroke-width="${short(0.8 + at * 0.09)}" opacity=".6">${engraved.join('')}</g>` +
    `<use href="#w${at}" y="${short(1.6 + at * 0.32)}" fill="none" stroke="${gold(0.98)}" stroke-width="${short(1 + at * 0.26)}"/>`
  )
}

const sky = Array.from(
  { length: 9 },
  (_, at) => `M-240 ${short(horizon - 6 - at * (5 + at * 0.9))}H240`,
).join('')

const outer = smooth(cushion(250), true)
const inner = smooth(cushion(229), true)

const front = {
  defs:
    linear('rim', [0.15, 0], [0.8, 1], '0 .98, 30 .72, 55 .46, 80 .3, 100 .6') +
    linear('lip', [0.15, 0], [0.8, 1], '0 .2, 50 .5, 100 .98') +
    linear('sky', [0.1, 0], [0.9, 1], '0 .62, 22 .9, 34 .98, 50 .74, 100 .55') +
    linear('swell', [0, 0], [0, 1], '0 .94, 12 .76, 36 .52, 62 .3, 100 .1') +
    `<path id="inner" d="${inner}"/><clipPath id="in"><use href="#inner"/></clipPath>`,
  body:
    fill(outer, 'url(#rim)', `stroke="${ink}" stroke-width="1.6"`) +
    fill(smooth(cushion(233), true), 'url(#lip)') +
    `<g clip-path="url(#in)"><use href="#inner" fill="url(#sky)"/>${cut(sky, 0.9, 0.38)}${Array.from({ length: rows }, (_, at) => row(at)).join('')}</g>` +
    `<use href="#inner" fill="none" stroke="${ink}" stroke-width="1.6" opacity=".8"/>`,
  outline: fill(outer, '#000'),
  box: boxAround(500, 500),
}

/** Edge: a flat back on the right, swells standing out on the left. */
const deep = 500 * (3.4 / 24)
const back = deep / 2
const relief = sample(70, (t): Point => {
  const y = -244 + 488 * t
  const size = Math.min(1, 0.4 + (y + 92) / 380)
  const water = y < -92 || y > 228 ? 0 : (1 - Math.abs(Math.sin(Math.sqrt(y + 92) * 1.02))) * size
  const corner = Math.max(0, (Math.abs(y) - 232) / 12) ** 2
  return [back - deep * Math.min(1, 0.66 + 0.34 * water - 0.06 * corner), y]
})
const profile = polygon([
  [back - 8, -250],
  [-back + deep * 0.46, -250],
  ...relief,
  [-back + deep * 0.46, 250],
  [back - 8, 250],
  [back, 242],
  [back, -242],
])
const grain = [0.36, 0.42, 0.5, 0.6, 0.72, 0.84, 0.93]
  .map((share) => `M${short(deep * share - back)}-243V243`)
  .join('')

const edge = {
  defs: linear('side', [0, 0], [1, 0], '0 .6, 14 .96, 30 .82, 62 .55, 90 .42, 100 .25'),
  body:
    fill(profile, 'url(#side)', `stroke="${ink}" stroke-width="1.6" stroke-linejoin="round"`) +
    cut(grain, 1.1, 0.4),
  outline: fill(profile, '#000'),
  box: boxAround(deep, 500),
  mark: [deep * 0.14, 60] as Point,
}

export const soundWave: Form = { front, edge }
