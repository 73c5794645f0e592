import { hatch, type Point, polar, polygon, short, strokes, unit } from '../geometry.ts'
import { cut, fill, gold, ink, linear, radial, shine } from '../gold.ts'
import { boxAround, type Form } from '../view.ts'

const circle = (radius: number, rest: string) => `<circle r="${short(radius)}" ${rest}/>`
const ring = (radius: number, width: number, opacity: number) =>
  circle(radius, `fill="none" stroke="${ink}" stroke-width="${width}" opacity="${opacity}"`)

/** A point of the rose: two slopes meeting in a ridge from the center to the tip. */
function point(degrees: number, long: number, shoulder: number, waist: number): string {
  const tip = polar(long, degrees)
  return [-1, 1]
    .map((side) => {
      const shape: Point[] = [[0, 0], polar(waist, degrees + side * shoulder), tip]
      const [x, y] = polar(0.62, degrees + side * 90)
      const bright = shine(unit([x, y, 0.8]))
      const lines = hatch(shape, degrees + side * 62, 6 + bright * 4, 1.5)
      return (
        fill(polygon(shape), gold(bright + (bright > 0.6 ? 0.12 : -0.1))) +
        (bright < 0.62 ? cut(strokes(lines), 1.5, 0.55) : '')
      )
    })
    .join('')
}

const rose = [
  ...Array.from({ length: 8 }, (_, at) => point(22.5 + 45 * at, 106, 11, 60)),
  ...Array.from({ length: 4 }, (_, at) => point(45 + 90 * at, 142, 22.5, 50)),
  ...Array.from({ length: 4 }, (_, at) => point(90 * at, 186, 45, 42)),
].join('')

const fan = (from: number, to: number) => {
  const [a, b] = [polar(203, from), polar(203, to)].map((end) => end.map(short).join(' '))
  return `M0 0L${a}A203 203 0 0 1 ${b}z`
}

/** Turned metal holds the light in two opposite fans. */
const sheen = [34, 26, 18, 11, 5]
  .map((half) =>
    fill(fan(-126 - half, half - 126) + fan(54 - half, 54 + half), gold(1), 'opacity=".17"'),
  )
  .join('')

/** Marks around the dial, `every` so many degrees. */
const ticks = (every: number, from: number, to: number, width: number) =>
  `<circle r="${(from + to) / 2}" fill="none" stroke="${ink}" stroke-width="${to - from}" stroke-linecap="butt" pathLength="360" stroke-dasharray="${width} ${every - width}" stroke-dashoffset="${width / 2}" opacity=".8"/>`

/** Sixty dots of a dashed circle, moved a little toward the light. */
const beads = [
  [19, 0.12, 0],
  [16.4, 0.5, 0],
  [12.5, 0.76, -1.2],
  [6, 1, -2.6],
]
  .map(
    ([width, tone, shift]) =>
      `<circle r="236.5" fill="none" stroke="${gold(tone as number)}" stroke-width="${width}" pathLength="360" stroke-dasharray="0 6" transform="translate(${shift} ${shift})"/>`,
  )
  .join('')

const front = {
  defs:
    linear('rim', [0.15, 0.05], [0.85, 0.95], '0 1, 25 .8, 50 .55, 80 .32, 100 .62') +
    linear('lip', [0.15, 0.05], [0.85, 0.95], '0 .22, 50 .5, 100 .96') +
    linear('field', [0.1, 0], [0.9, 1], '0 .62, 40 .56, 70 .46, 100 .54') +
    radial('ball', [0.36, 0.32], 0.7, '0 1, 35 .84, 75 .5, 100 .22'),
  body:
    circle(250, `fill="url(#rim)" stroke="${ink}" stroke-width="1.7"`) +
    circle(246.5, `fill="${gold(0.3)}"`) +
    beads +
    circle(226, `fill="url(#rim)" stroke="${ink}" stroke-width="1.2"`) +
    circle(221, 'fill="url(#lip)"') +
    circle(217, 'fill="url(#field)"') +
    sheen +
    `<g fill="none" stroke="${ink}" stroke-width=".8" opacity=".36">${Array.from({ length: 20 }, (_, at) => circle(52 + at * 7.4, '')).join('')}</g>` +
    ring(217, 1.4, 0.8) +
    ring(203, 1.2, 0.8) +
    ring(193, 1, 0.6) +
    ticks(5, 194, 203, 0.4) +
    ticks(15, 194, 214, 0.7) +
    `<g stroke="${ink}" stroke-width="1.2">${rose}</g>` +
    circle(15, `fill="url(#ball)" stroke="${ink}" stroke-width="1.3"`) +
    circle(6, `fill="none" stroke="${ink}" stroke-width="1" opacity=".6"`),
  outline: circle(250, ''),
  box: boxAround(500, 500),
}

/** Edge: reeds all around but for one plain panel. */
const deep = 500 * (3.5 / 25)
const h = deep / 2
const shape = `M${-h + 7} -250H${h - 7}Q${h} -250 ${h} -236V236Q${h} 250 ${h - 7} 250H${7 - h}Q${-h} 250 ${-h} 236V-236Q${-h} -250 ${7 - h} -250z`
/** Reeds stand evenly around the coin, so seen from the side they crowd toward the ends. */
const reeds = Array.from(
  { length: 89 },
  (_, at) => 243 * Math.sin(((at * 2 - 88) * Math.PI) / 180),
).filter((y) => y < 14 || y > 122)
const edge = {
  defs:
    linear('side', [0, 0], [0, 1], '0 .3, 10 .62, 30 .96, 45 .76, 70 .52, 92 .3, 100 .4') +
    linear('panel', [0, 0], [0, 1], '0 .82, 50 .7, 100 .6'),
  body:
    fill(shape, 'url(#side)', `stroke="${ink}" stroke-width="1.7"`) +
    cut(
      strokes(
        reeds.map((y): [Point, Point] => [
          [8 - h, y],
          [h - 8, y],
        ]),
      ),
      2,
      0.62,
    ) +
    cut(
      strokes(
        reeds.map((y): [Point, Point] => [
          [8 - h, y + 1.8],
          [h - 8, y + 1.8],
        ]),
      ),
      1,
      0.55,
      gold(1),
    ) +
    fill(
      `M${8 - h} 18H${h - 8}V118H${8 - h}z`,
      'url(#panel)',
      `stroke="${ink}" stroke-width="1" stroke-opacity=".7"`,
    ) +
    cut(`M${6 - h} -244V244M${h - 6} -244V244`, 1.2, 0.6),
  outline: fill(shape, '#000'),
  box: boxAround(deep, 500),
  mark: [0, 68] as Point,
}

export const compassCoin: Form = { front, edge }
