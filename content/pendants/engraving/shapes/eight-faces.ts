import {
  dot,
  facing,
  hatch,
  mix,
  type Point,
  polygon,
  polyline,
  type Solid,
  strokes,
  unit,
} from '../geometry.ts'
import { around, cut, fill, gold, ink, linear, shine } from '../gold.ts'
import { boxAround, type Form, type View } from '../view.ts'

const reach = 250

/** The solid turned about its hanging corner; hung, so it never tilts. */
function solid(degrees: number, lift: number) {
  const around = (quarter: number): Solid => {
    const turn = ((degrees + quarter * 90) * Math.PI) / 180
    const z = reach * Math.cos(turn)
    return [reach * Math.sin(turn), z * Math.sin(lift), z * Math.cos(lift)]
  }
  const ends: Solid[] = [
    [0, -reach * Math.cos(lift), reach * Math.sin(lift)],
    [0, reach * Math.cos(lift), -reach * Math.sin(lift)],
  ]
  const belt = [0, 1, 2, 3].map(around)
  return ends
    .flatMap((tip, end) =>
      belt.map((corner, at) => ({
        end,
        face: [tip, corner, belt[(at + 1) % 4] as Solid] as const,
      })),
    )
    .filter(({ face: [a, b, c] }) => {
      const n = facing(a, b, c)
      return dot(n, a) > 0 // The normal toward the viewer points outward only on visible faces.
    })
}

const flat = ([x, y]: Solid): Point => [x, y]

/** What a polished face shows: a broad tone, a bright band of window, and the room's dark beside it. */
function drawn(view: ReturnType<typeof solid>, prefix: string): Pick<View, 'defs' | 'body'> {
  const parts = view.map(({ end, face }, at) => {
    const [tip, left, right] = face.map(flat) as [Point, Point, Point]
    const bright = shine(unit(facing(...(face as [Solid, Solid, Solid]))))
    const tone = end === 0 ? bright : bright * 0.82
    const id = `${prefix}${at}`
    const shape = [tip, left, right]
    const middle = mix(left, right, 0.5)
    const nested = (share: number): Point[] => {
      const heart: Point = [(tip[0] + left[0] + right[0]) / 3, (tip[1] + left[1] + right[1]) / 3]
      return shape.map((corner) => mix(heart, corner, share))
    }
    const lines = hatch(
      nested(0.93),
      (Math.atan2(right[1] - left[1], right[0] - left[0]) * 180) / Math.PI,
      5 + tone * 4.5,
    )
    const bands = lines.map(
      (line, row) => [mix(line[0], line[1], ((row * 7) % 5) * 0.012), line[1]] as [Point, Point],
    )
    const window = [
      mix(tip, left, 0.34),
      mix(tip, left, 0.52),
      mix(tip, right, 0.76),
      mix(tip, right, 0.58),
    ]
    return {
      defs: linear(id, tip, middle, around(tone, '0 .2, 30 .02, 62 -.16, 80 -.04, 100 .16'), true),
      body:
        fill(polygon(shape), `url(#${id})`) +
        fill(
          polygon(window),
          gold(1),
          `opacity="${(0.1 + Math.max(0, tone - 0.3) * 0.5).toFixed(2)}"`,
        ) +
        cut(strokes(bands), 0.7 + (1 - tone) * 1.5, 0.5) +
        fill(polygon(nested(0.93)), 'none', `stroke="${ink}" stroke-width=".8" opacity=".35"`),
    }
  })
  const edges = view.map(({ face }) => polyline([...face, face[0]].map(flat))).join('')
  return {
    defs: parts.map((part) => part.defs).join(''),
    body: `${parts.map((part) => part.body).join('')}${cut(edges, 3.6, 0.55)}${cut(edges, 1.8, 0.95, gold(0.98))}`,
  }
}

const hull = (view: ReturnType<typeof solid>) => {
  const points = view.flatMap(({ face }) => face.map(flat))
  const by = (score: (p: Point) => number) =>
    points.reduce((best, p) => (score(p) > score(best) ? p : best))
  return fill(
    polygon([by((p) => -p[1]), by((p) => p[0]), by((p) => p[1]), by((p) => -p[0])]),
    '#000',
  )
}

const turned = solid(28, 0.13)
const straight = solid(0, 0)
const cornerOn: View = {
  ...drawn(straight, 'e'),
  outline: hull(straight),
  box: boxAround(500, 500),
}

export const eightFaces: Form = {
  front: { ...drawn(turned, 'f'), outline: hull(turned), box: boxAround(500, 500) },
  edge: { ...cornerOn, mark: [76, 84] },
  measured: cornerOn,
}
