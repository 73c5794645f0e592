import { facing, hatch, type Point, polygon, polyline, type Solid, strokes } from '../geometry.ts'
import { around, cut, fill, gold, ink, linear, shine } from '../gold.ts'
import { boxAround, type Form } from '../view.ts'

/** Corners of the peak; 18 units to the millimeter. */
const corners: Record<string, Solid> = {
  summit: [-20, -216, 108],
  l1: [-74, -118, 46],
  l2: [-122, -12, 36],
  l3: [-186, 84, 26],
  left: [-252, 196, 14],
  leftFoot: [-246, 216, 14],
  r1: [34, -152, 52],
  r2: [86, -66, 44],
  r3: [150, -18, 34],
  r4: [204, 98, 24],
  right: [252, 198, 14],
  rightFoot: [246, 216, 14],
  m1: [4, -96, 112],
  m2: [-34, 2, 98],
  m3: [24, 112, 84],
  m4: [-8, 216, 44],
  p1: [-108, 106, 66],
  p2: [-150, 216, 34],
  g1: [-76, 34, 44],
  g2: [-72, 216, 22],
  q1: [118, 92, 68],
  q2: [146, 216, 36],
  h1: [62, 24, 46],
  g3: [72, 216, 22],
}

const faces =
  `summit l1 m1,l1 m2 m1,l1 l2 g1,l1 g1 m2,l2 l3 p1,l2 p1 g1,l3 left p2,l3 p2 p1,left leftFoot p2,p1 p2 g2,p1 g2 g1,g1 g2 m3,g1 m3 m2,g2 m4 m3,summit m1 r1,r1 m1 r2,m1 m2 h1,m1 h1 r2,r2 h1 r3,m2 m3 h1,r3 h1 q1,h1 m3 g3,m3 m4 g3,h1 g3 q1,q1 g3 q2,r3 q1 r4,q1 q2 r4,r4 q2 right,right q2 rightFoot`
    .split(',')
    .map((face) => face.split(' ').map((name) => corners[name] as Solid) as [Solid, Solid, Solid])

const skyline = [
  'leftFoot',
  'left',
  'l3',
  'l2',
  'l1',
  'summit',
  'r1',
  'r2',
  'r3',
  'r4',
  'right',
  'rightFoot',
].map((name) => flat(corners[name] as Solid))

/** Snow lies lower in the gullies than on the ridges. */
const snowline: Point[] = [
  [-260, 60],
  [-150, 20],
  [-118, -22],
  [-104, 20],
  [-88, 4],
  [-72, 62],
  [-54, 26],
  [-36, 34],
  [-18, 70],
  [-2, 36],
  [14, 52],
  [34, 8],
  [60, 78],
  [80, 22],
  [98, 40],
  [118, 4],
  [140, 26],
  [156, -14],
  [260, 30],
]

function flat([x, y]: Solid): Point {
  return [x, y]
}

function snowAt(x: number): number {
  const at = snowline.findIndex((point) => point[0] >= x)
  const [a, b] = [snowline[at - 1], snowline[at]] as [Point, Point]
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
}

/** The part of a stroke that lies on rock. */
function onRock([from, to]: [Point, Point]): [Point, Point][] {
  const [high, low] = from[1] < to[1] ? [from, to] : [to, from]
  if (low[1] < snowAt(low[0])) return []
  let [top, bottom] = [0, 1]
  const at = (t: number): Point => [
    high[0] + (low[0] - high[0]) * t,
    high[1] + (low[1] - high[1]) * t,
  ]
  if (high[1] >= snowAt(high[0])) return [[high, low]]
  for (let step = 0; step < 12; step++) {
    const middle = (top + bottom) / 2
    if (at(middle)[1] < snowAt(at(middle)[0])) top = middle
    else bottom = middle
  }
  return [[at(bottom), low]]
}

const facets = faces.map((face) => {
  const normal = facing(...face)
  const bright = shine(normal)
  const slope = (Math.atan2(normal[1], normal[0]) * 180) / Math.PI
  const shape = face.map(flat)
  const lines = hatch(shape, slope, 6 + bright * 5, 1.5).flatMap(onRock)
  const snowLines =
    bright < 0.55 ? hatch(shape, slope, 9, 5).filter(([a, b]) => Math.max(a[1], b[1]) < 0) : []
  return { shape, bright, normal, lines, snowLines }
})

const key = (bright: number) => Math.round(Math.min(Math.max(bright, 0.2), 0.96) * 12)
const tones = [...new Set(facets.map((facet) => key(facet.bright)))]
const heavy = (bright: number) => (bright < 0.45 ? 2.1 : bright < 0.65 ? 1.4 : 0.9)

const rock = [2.1, 1.4, 0.9].map((width) =>
  cut(
    strokes(
      facets.filter((facet) => heavy(facet.bright) === width).flatMap((facet) => facet.lines),
    ),
    width,
    0.62,
  ),
)
const snow = polygon([[-260, -240], ...snowline, [260, -240]])
const ridges = polyline(
  ['summit', 'm1', 'm2', 'm3', 'm4'].map((name) => flat(corners[name] as Solid)),
)

/** Polished snow gives the same light back brighter. */
const snowFaces = facets
  .filter(({ shape }) => Math.min(...shape.map((corner) => corner[1])) < 90)
  .map(({ shape, bright }) => fill(polygon(shape), gold(0.44 + 0.58 * bright)))
  .join('')

const front = {
  defs:
    tones
      .map((tone) =>
        linear(`t${tone}`, [0.2, 0], [0.8, 1], around(tone / 12, '0 .1, 50 .02, 100 -.14')),
      )
      .join('') +
    `<clipPath id="peak"><path d="${polygon(skyline)}"/></clipPath><clipPath id="snow"><path d="${snow}"/></clipPath>`,
  body:
    facets
      .map(({ shape, bright }) =>
        fill(
          polygon(shape),
          `url(#t${key(bright)})`,
          `stroke="${gold(bright - 0.12)}" stroke-width=".7"`,
        ),
      )
      .join('') +
    `<g clip-path="url(#peak)"><g clip-path="url(#snow)">${snowFaces}</g>${rock.join('')}` +
    cut(strokes(facets.flatMap((facet) => facet.snowLines)), 1, 0.4) +
    cut(polyline(snowline), 1.3, 0.55) +
    `<path d="${polyline(snowline)}" fill="none" stroke="${gold(1)}" stroke-width="2" transform="translate(0 -2)" opacity=".8"/></g>` +
    cut(ridges, 1.2, 0.5) +
    `<path d="${ridges}" fill="none" stroke="${gold(0.99)}" stroke-width="1.8" transform="translate(-1.5 -.5)" opacity=".85"/>` +
    cut(polygon(skyline), 1.7, 0.95),
  outline: fill(polygon(skyline), '#000'),
  hang: -20,
  box: boxAround(504, 432),
}

/** From the side: a flat back on the right, the ridge falling away to the foot on the left. */
const back = 63
const side: Point[] = [
  [back, -208],
  [back - 12, -216],
  [back - 36, -200],
  [back - 66, -96],
  [back - 80, 2],
  [back - 74, 40],
  [back - 108, 112],
  [back - 126, 194],
  [back - 126, 216],
  [back, 216],
]
const spur: Point[] = [
  [back, 216],
  [back - 92, 216],
  [back - 74, 106],
  [back - 40, 20],
  [back - 50, -18],
  [back - 30, -118],
  [back - 16, -150],
  [back, -120],
]
const edge = {
  defs:
    linear('side', [0, 0], [1, 0.3], '0 .95, 35 .76, 70 .56, 100 .36') +
    linear('spur', [0, 0], [1, 0], '0 .74, 50 .5, 100 .32') +
    linear('base', [0, 0], [0, 1], '0 .7, 100 .45'),
  body:
    fill(polygon(side), 'url(#side)') +
    fill(polygon(spur), 'url(#spur)') +
    cut(strokes(hatch(side, 98, 8, 4).flatMap(onRock)), 1, 0.4) +
    cut(strokes(hatch(spur, 76, 6.5, 4).flatMap(onRock)), 1.5, 0.5) +
    fill(
      polygon([
        [back, 216],
        [-20, 216],
        [-31, 190],
        [back, 190],
      ]),
      'url(#base)',
      `stroke="${ink}" stroke-width="1" stroke-opacity=".6"`,
    ) +
    cut(polyline(spur.slice(1)), 1.2, 0.6) +
    cut(polygon(side), 1.7, 0.95),
  outline: fill(polygon(side), '#000'),
  hang: back - 26,
  box: boxAround(126, 432),
  mark: [22, 203] as Point,
}

export const snowLine: Form = { front, edge }
