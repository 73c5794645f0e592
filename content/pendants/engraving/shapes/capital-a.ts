import { hatch, mix, type Point, polygon, polyline, strokes, unit } from '../geometry.ts'
import { around, cut, fill, gold, linear, shine } from '../gold.ts'
import { boxAround, type Form } from '../view.ts'

/**
 * A stroke as an upright wedge in its own frame: `u` along it from head to foot, `v` across, both
 * sides sloping up to a ridge in the middle. Lean and place turn it into the letter.
 */
type Stroke = {
  head: Point
  foot: Point
  width: number
  headWidth: number
  footWidth: number
  flare: number
}

const top = -243
const base = 243

/** Where the stroke's middle is at height y. */
const middle = ({ head, foot }: Stroke, y: number) =>
  head[0] + ((y - head[1]) / (foot[1] - head[1])) * (foot[0] - head[0])

/** Horizontal half width at height y: even along the stem, widening to foot and head in a quarter curve. */
const half = (stroke: Stroke, y: number) => {
  const toFoot = Math.max(0, (y - (stroke.foot[1] - stroke.flare)) / stroke.flare)
  const toHead = Math.max(0, (stroke.head[1] + 60 - y) / 60)
  const grown = (share: number, end: number) =>
    (end - stroke.width) * (1 - Math.sqrt(Math.max(0, 1 - share ** 2)))
  return (stroke.width + grown(toFoot, stroke.footWidth) + grown(toHead, stroke.headWidth)) / 2
}

const heights = (from: number, to: number, steps = 14) =>
  Array.from({ length: steps + 1 }, (_, at) => from + ((to - from) * at) / steps)

type Facet = { shape: Point[]; bright: number; run: number }

/** Left slope, right slope and the little hip at the foot; the ridge stops where the hip begins. */
function wedge(stroke: Stroke): { facets: Facet[]; outline: Point[]; ridge: Point[] } {
  const hip = Math.min(26, half(stroke, base) * 0.5)
  const ys = heights(stroke.head[1], stroke.foot[1])
  const side = (sign: number): Point[] =>
    ys.map((y) => [middle(stroke, y) + sign * half(stroke, y), y])
  const ridge: Point[] = [
    [middle(stroke, stroke.head[1] + 18), stroke.head[1] + 18],
    [middle(stroke, base - hip), base - hip],
  ]
  const lean =
    (Math.atan2(stroke.foot[1] - stroke.head[1], stroke.foot[0] - stroke.head[0]) * 180) / Math.PI
  const normal = (sign: number) => {
    const [x, y] = [
      Math.sin((lean * Math.PI) / 180) * sign,
      -Math.cos((lean * Math.PI) / 180) * sign,
    ]
    return shine(unit([x * 0.72, y * 0.72, 0.8]))
  }
  const [left, right] = [side(-1), side(1)]
  const footLeft = left.at(-1) as Point
  const footRight = right.at(-1) as Point
  return {
    facets: [
      { shape: [...left, ridge[1] as Point, ridge[0] as Point], bright: normal(-1), run: lean },
      { shape: [...right, ridge[1] as Point, ridge[0] as Point], bright: normal(1), run: lean },
      {
        shape: [footLeft, ridge[1] as Point, footRight],
        bright: shine(unit([0, 0.72, 0.8])),
        run: 0,
      },
      {
        shape: [left[0] as Point, ridge[0] as Point, right[0] as Point],
        bright: shine(unit([0, -0.72, 0.8])),
        run: 0,
      },
    ],
    outline: [...left, ...right.toReversed()],
    ridge,
  }
}

const thick: Stroke = {
  head: [-14, top],
  foot: [170, base],
  width: 104,
  headWidth: 108,
  footWidth: 164,
  flare: 110,
}
const thin: Stroke = {
  head: [-24, top + 26],
  foot: [-187, base],
  width: 54,
  headWidth: 54,
  footWidth: 130,
  flare: 110,
}

/** The bar runs into both strokes, its ridge as far as their slopes stand lower than it. */
const bar = (() => {
  const [high, low] = [62, 108]
  const at = (high + low) / 2
  const leftEdge = (y: number) => middle(thin, y) + half(thin, y)
  const rightEdge = (y: number) => middle(thick, y) - half(thick, y)
  const bite = ((low - high) / 2) * 1.05
  const [l, r]: [Point, Point] = [
    [leftEdge(at) - bite, at],
    [rightEdge(at) + bite, at],
  ]
  const shape: Point[] = [
    [leftEdge(high), high],
    [rightEdge(high), high],
    r,
    [rightEdge(low), low],
    [leftEdge(low), low],
    l,
  ]
  return {
    facets: [
      {
        shape: [shape[0], shape[1], r, l] as Point[],
        bright: shine(unit([0, -0.72, 0.8])),
        run: 0,
      },
      { shape: [shape[4], shape[3], r, l] as Point[], bright: shine(unit([0, 0.72, 0.8])), run: 0 },
    ],
    outline: shape,
    ridge: [l, r],
  }
})()

const parts = [wedge(thin), wedge(thick), bar]
const facets = parts.flatMap((part) => part.facets)
const key = (facet: Facet) => `a${Math.round(facet.bright * 20)}${facet.run === 0 ? 'h' : 'v'}`
const kinds = [...new Map(facets.map((facet) => [key(facet), facet])).entries()]

const drawn = parts.map(({ facets: slopes, outline, ridge }) => {
  const faces = slopes.map((facet) => {
    const lines =
      facet.bright < 0.62
        ? hatch(facet.shape, facet.run + (facet.run === 0 ? 90 : 74), 6, 2)
        : hatch(facet.shape, facet.run, 9, 12)
    return (
      fill(polygon(facet.shape), `url(#${key(facet)})`) +
      cut(strokes(lines), facet.bright < 0.62 ? 1.7 : 0.8, facet.bright < 0.62 ? 0.55 : 0.32)
    )
  })
  return faces.join('') + cut(polygon(outline), 1.7, 0.9) + cut(polyline(ridge), 2.2, 0.95, gold(1))
})

const front = {
  defs: kinds
    .map(([id, { bright, run }]) =>
      linear(
        id,
        [0, 0],
        run === 0 ? [1, 0] : [0.4, 1],
        around(bright, '0 .12, 35 0, 70 -.13, 100 .04'),
      ),
    )
    .join(''),
  body: drawn.join(''),
  outline: fill(parts.map((part) => polygon(part.outline)).join(''), '#000'),
  hang: -16,
  box: boxAround(504, 486),
}

/** From the side of the thick stroke: upright wall, then the slope up to the ridge. */
const d = 50.4
const wall: Point[] = [
  [d, -243],
  [d, 243],
  [-8, 243],
  [-8, -243],
]
const slope: Point[] = [
  [-8, -243],
  [-8, 243],
  [-34, 218],
  [-50.4, 120],
  [-50.4, -222],
]
const edge = {
  defs:
    linear('wall', [0, 0], [0.3, 1], '0 .82, 35 .62, 70 .5, 100 .6') +
    linear('slope', [0, 0], [1, 0.1], '0 .99, 60 .82, 100 .7'),
  body:
    fill(polygon(wall), 'url(#wall)') +
    fill(polygon(slope), 'url(#slope)') +
    cut(strokes(hatch(wall, 90, 8, 6)), 1, 0.34) +
    cut(strokes(hatch(slope, 90, 9, 8)), 0.8, 0.3) +
    cut('M-8 -243V243', 1.5, 0.8) +
    cut(polyline([mix([-8, -243], [-50.4, -222], 1), [-50.4, 120], [-34, 218]]), 2, 0.9, gold(1)) +
    cut(
      polygon([
        [d, -243],
        [d, 243],
        [-8, 243],
        [-34, 218],
        [-50.4, 120],
        [-50.4, -222],
        [-8, -243],
      ]),
      1.7,
      0.95,
    ),
  outline: fill(polygon([...wall, ...slope.toReversed()]), '#000'),
  hang: 18,
  box: boxAround(100.8, 486),
  mark: [21, 70] as Point,
}

export const capitalA: Form = { front, edge }
