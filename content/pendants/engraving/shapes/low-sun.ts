import {
  mix,
  type Point,
  polar,
  polygon,
  polyline,
  sample,
  smooth,
  strokes,
  unit,
} from '../geometry.ts'
import { around, cut, fill, gold, ink, linear, radial, shine } from '../gold.ts'
import type { Form } from '../view.ts'

const rays = 13
const spread = 180 / rays
const inner = 92
/** Half a degree away from the bar on either side, so that the fan stands on it. */
const angle = (ray: number) => 180 + spread * ray

/** The rounded end of one ray. */
const end = (ray: number, from: number, to: number): Point[] =>
  sample(4, (t) => {
    const share = from + (to - from) * t
    return polar(226 + 24 * Math.sin(Math.PI * share) ** 0.7, angle(ray + share))
  })

type Half = { shape: Point[]; bright: number; lines: [Point, Point][] }

function half(ray: number, second: boolean): Half {
  const [from, to] = second ? [0.5, 1] : [0, 0.5]
  const shape = [
    polar(inner, angle(ray + from)),
    ...end(ray, from, to),
    polar(inner, angle(ray + to)),
  ]
  const [tx, ty] = polar(1, angle(ray + 0.5) + (second ? 90 : -90))
  const bright = shine(unit([tx * 0.75, ty * 0.75, 0.8]))
  const count = bright < 0.42 ? 5 : bright < 0.6 ? 4 : 1
  const lines = Array.from({ length: count }, (_, at): [Point, Point] => {
    const share = from + (to - from) * ((at + 0.8) / (count + 0.6))
    return [
      polar(inner + 6 + (at % 2) * 26, angle(ray + share)),
      polar(222 - (at % 3) * 7, angle(ray + share)),
    ]
  })
  return { shape, bright, lines }
}

const halves = Array.from({ length: rays }, (_, ray) => [half(ray, false), half(ray, true)]).flat()
const key = (bright: number) => Math.round(Math.min(Math.max(bright, 0.24), 0.96) * 10)
const tones = [...new Set(halves.map(({ bright }) => key(bright)))]
const fan = Array.from({ length: rays }, (_, ray) => end(ray, 0, 1)).flat()
const bar: Point[] = [
  [-250, 2],
  [250, 2],
  [250, 42],
  [244, 50],
  [-244, 50],
  [-250, 42],
]

const arc = (radius: number) => polyline(sample(24, (t) => polar(radius, 180 + 180 * t)))
const dome = (radius: number) => smooth(sample(12, (t) => polar(radius, 180 + 180 * t)))

/** Level strokes, each as from, to and height. */
const level = (list: string) =>
  list.split(', ').map((stroke): [Point, Point] => {
    const [from, to, y] = stroke.split(' ').map(Number) as [number, number, number]
    return [
      [from, y],
      [to, y],
    ]
  })

/** The light on the water: strokes that shorten and part toward the viewer. */
const glints = level('-74 70 10, -52 60 17, -62 34 24, -30 48 31, -38 16 38, -12 22 44')
const ripples = level(
  '-240 -98 12, 96 240 12, -226 -84 20, 92 232 20, -244 -110 28, 78 220 28, -214 -70 36, 84 240 36, -236 -92 43, 60 210 43',
)

const whole = polygon([...fan, ...bar.slice(1), bar[0] as Point])

const front = {
  defs:
    tones
      .map((tone) =>
        radial(
          `t${tone}`,
          [0, 0],
          252,
          around(tone / 10, '0 -.22, 36 -.2, 62 0, 88 .08, 100 -.1'),
          true,
        ),
      )
      .join('') +
    radial('sun', [-26, -48], 110, '0 1, 22 .93, 55 .72, 85 .5, 100 .34', true) +
    linear('bar', [0, 0], [0, 1], '0 .95, 20 .72, 60 .5, 90 .3, 100 .5') +
    radial('path', [0, 10], 130, '0 1 .9, 50 .95 .4, 100 .8 0', true),
  body:
    fill(whole, gold(0.3)) +
    halves.map(({ shape, bright }) => fill(polygon(shape), `url(#t${key(bright)})`)).join('') +
    cut(
      strokes(halves.filter(({ bright }) => bright < 0.6).flatMap(({ lines }) => lines)),
      1.5,
      0.55,
    ) +
    cut(
      strokes(halves.filter(({ bright }) => bright >= 0.6).flatMap(({ lines }) => lines)),
      0.9,
      0.42,
    ) +
    cut(
      strokes(
        Array.from({ length: rays + 1 }, (_, ray) => [
          polar(inner, angle(ray)),
          polar(228, angle(ray)),
        ]),
      ),
      2,
      0.75,
    ) +
    cut(
      strokes(
        Array.from({ length: rays }, (_, ray) => [
          polar(inner + 2, angle(ray + 0.5)),
          polar(246, angle(ray + 0.5)),
        ]),
      ),
      1.6,
      0.9,
      gold(1),
    ) +
    cut(polyline(fan), 1.7, 0.9) +
    fill(`${dome(inner + 2)}z`, gold(0.14)) +
    fill(`${dome(82)}z`, 'url(#sun)', `stroke="${ink}" stroke-width="1.4"`) +
    cut([30, 42, 53, 62, 70, 76].map(arc).join(''), 0.9, 0.34) +
    fill(polygon(bar), 'url(#bar)', `stroke="${ink}" stroke-width="1.7"`) +
    fill(polygon(bar), 'url(#path)') +
    cut(strokes(ripples), 1.2, 0.55) +
    cut(strokes(glints), 2.6, 0.95, gold(1)),
  outline: fill(whole, '#000'),
  box: { left: -250, right: 250, top: -250, bottom: 50 },
}

/** From the side: the thin fan above, the deeper bar below. */
const deep = 500 * (4.4 / 30)
const x = (share: number) => -deep / 2 + deep * share
const fold: Point[] = [
  [x(0.3), 2],
  [x(0.22), -60],
  [x(0.2), -120],
  [x(0.24), -200],
  [x(0.34), -240],
  [x(0.56), -250],
  [x(0.8), -246],
  [x(0.94), -232],
  [x(1), -190],
  [x(1), 2],
]
const foot: Point[] = [
  [x(0.06), 2],
  [x(0.94), 2],
  [x(1), 8],
  [x(1), 44],
  [x(0.94), 50],
  [x(0.06), 50],
  [x(0), 44],
  [x(0), 8],
]
const seams = [0.34, 0.46, 0.6, 0.76]
const edge = {
  defs:
    linear('side', [0, 0], [1, 0], '0 .9, 20 .97, 45 .66, 80 .46, 100 .28') +
    linear('foot', [0, 0], [1, 0.4], '0 .96, 40 .78, 100 .5'),
  body:
    fill(smooth(fold), 'url(#side)') +
    cut(
      seams
        .map((at) =>
          polyline([mix([x(at), 2], [x(0.5), -246], 0.02), mix([x(at), 2], [x(0.52), -246], 0.97)]),
        )
        .join(''),
      1.3,
      0.5,
    ) +
    cut(
      strokes(
        Array.from({ length: 34 }, (_, at): [Point, Point] => [
          [x(0.78), -8 - at * 6.6],
          [x(0.97), -8 - at * 6.2],
        ]),
      ),
      1,
      0.35,
    ) +
    cut(smooth(fold), 1.7, 0.95) +
    fill(polygon(foot), 'url(#foot)', `stroke="${ink}" stroke-width="1.7"`),
  outline: fill(polygon([...fold, ...foot]), '#000'),
  hang: x(0.68),
  box: { left: -deep / 2, right: deep / 2, top: -250, bottom: 50 },
  mark: [0, 27] as Point,
}

export const lowSun: Form = { front, edge }
