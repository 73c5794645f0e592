/** Points, paths and hatching. Units are drawing units; y runs down, z toward the viewer. */

export type Point = readonly [x: number, y: number]
export type Solid = readonly [x: number, y: number, z: number]

/** One decimal is a twentieth of a screen pixel at the sizes the drawings are shown. */
export const short = (value: number) => {
  const text = (Math.round(value * 10) / 10).toString()
  return text.replace(/^(-?)0\./, '$1.').replace(/^-0$/, '0')
}

const numbers = (values: readonly number[]) =>
  values
    .map((value, at) => (at > 0 && !short(value).startsWith('-') ? ' ' : '') + short(value))
    .join('')

/** A path of relative steps that never drifts: each step starts where rounding left the last one. */
class Pen {
  private at: Point = [0, 0]
  private text = ''
  move(to: Point) {
    this.text += `M${numbers(to)}`
    this.at = [Number(short(to[0])), Number(short(to[1]))]
  }
  line(to: Point) {
    this.text += `l${this.step([to])}`
  }
  curve(a: Point, b: Point, to: Point) {
    this.text += `c${this.step([a, b, to])}`
  }
  private step(points: readonly Point[]) {
    const from = this.at
    const steps = points.map(([x, y]) => [x - from[0], y - from[1]] as Point)
    const last = steps.at(-1) as Point
    this.at = [from[0] + Number(short(last[0])), from[1] + Number(short(last[1]))]
    return numbers(steps.flat())
  }
  close() {
    this.text += 'z'
  }
  toString() {
    return this.text
  }
}

export function polyline(points: readonly Point[], closed = false): string {
  const pen = new Pen()
  for (const [at, point] of points.entries()) {
    if (at === 0) pen.move(point)
    else pen.line(point)
  }
  if (closed) pen.close()
  return String(pen)
}

export const polygon = (points: readonly Point[]) => polyline(points, true)

/** Straight strokes in one path. */
export const strokes = (segments: readonly (readonly [Point, Point])[]) =>
  segments.map((segment) => polyline(segment)).join('')

/** A soft curve through every point (Catmull-Rom). */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length
  const point = (at: number) =>
    points[closed ? (at + count) % count : Math.min(Math.max(at, 0), count - 1)] as Point
  const pen = new Pen()
  pen.move(point(0))
  for (let at = 0; at < (closed ? count : count - 1); at++) {
    const [before, from, to, after] = [point(at - 1), point(at), point(at + 1), point(at + 2)]
    pen.curve(
      [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6],
      [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6],
      to,
    )
  }
  if (closed) pen.close()
  return String(pen)
}

/** Points of a function of 0..1, both ends included. */
export const sample = (steps: number, at: (t: number) => Point): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => at(step / steps))

export const polar = (radius: number, degrees: number): Point => [
  radius * Math.cos((degrees * Math.PI) / 180),
  radius * Math.sin((degrees * Math.PI) / 180),
]

export const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
]

/** Parallel strokes across a polygon, `degrees` from the x axis, `gap` apart. */
export function hatch(
  shape: readonly Point[],
  degrees: number,
  gap: number,
  inset = 0,
): [Point, Point][] {
  const [dx, dy] = polar(1, degrees)
  const along = (p: Point) => p[0] * dx + p[1] * dy
  const across = (p: Point) => p[1] * dx - p[0] * dy
  const place = (s: number, c: number): Point => [s * dx - c * dy, s * dy + c * dx]
  const reach = shape.map(across)
  const lines: [Point, Point][] = []
  for (let c = Math.ceil(Math.min(...reach) / gap) * gap; c < Math.max(...reach); c += gap) {
    const cuts = shape
      .flatMap((from, at) => {
        const to = shape[(at + 1) % shape.length] as Point
        const [a, b] = [across(from) - c, across(to) - c]
        return a < 0 === b < 0 ? [] : [along(mix(from, to, a / (a - b)))]
      })
      .sort((a, b) => a - b)
    for (let at = 0; at + 1 < cuts.length; at += 2) {
      const [from, to] = [(cuts[at] as number) + inset, (cuts[at + 1] as number) - inset]
      if (to - from > 2) lines.push([place(from, c), place(to, c)])
    }
  }
  return lines
}

export const minus = (a: Solid, b: Solid): Solid => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

export const unit = (v: Solid): Solid => {
  const length = Math.hypot(...v) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}

export const dot = (a: Solid, b: Solid) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The normal of a triangle, turned toward the viewer. */
export function facing(a: Solid, b: Solid, c: Solid): Solid {
  const [u, v] = [minus(b, a), minus(c, a)]
  const n = unit([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
  return n[2] < 0 ? [-n[0], -n[1], -n[2]] : n
}
