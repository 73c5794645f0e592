import { type Point, type Solid, sample, short, smooth } from '../geometry.ts'
import { cut, gold, ink } from '../gold.ts'
import { boxAround, type Form } from '../view.ts'

/** Three times around, four loops: a mat knot that alternates over and under. 18.87 units to the millimeter. */
const [leads, bights] = [3, 4]
const strand = 68
const radius = (250 - strand / 2) / 1.48
const passages = 2 * bights

/** The strand's middle, t from 0 to 1 all the way around. It lies over where z is above 0. */
function at(t: number): Solid {
  const turn = t * 2 * Math.PI * leads
  const r = radius * (1 + 0.48 * Math.cos((bights * turn) / leads))
  return [r * Math.sin(turn), -r * Math.cos(turn), 32 * Math.sin((2 * bights * turn) / leads)]
}

type Projection = (solid: Solid) => Point
const face: Projection = ([x, y]) => [x, y]
const sideways: Projection = ([, y, z]) => [-z, y]

/** The strand as ever narrower strokes, each moved a little toward the light. */
const layers: readonly (readonly [width: number, tone: number, shift: number])[] = [
  [strand, 0.16, 0],
  [strand - 6, 0.34, 1],
  [strand - 14, 0.5, 3],
  [strand - 25, 0.66, 6],
  [strand - 39, 0.8, 9],
  [strand - 54, 0.95, 11.5],
]

/** The edge view has many short runs, so it makes do with fewer. */
const fewerLayers = layers.filter((_, layer) => layer !== 1 && layer !== 3)

const course = (look: Projection) => smooth(sample(96, (t) => look(at(t))).slice(0, -1), true)

/** Length along a projected course from 0 to t. */
function measure(look: Projection): (t: number) => number {
  const steps = 1440
  const sums = [0]
  for (let step = 1; step <= steps; step++) {
    const [a, b] = [look(at((step - 1) / steps)), look(at(step / steps))]
    sums.push((sums[step - 1] as number) + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  return (t) => sums[Math.round(Math.min(Math.max(t, 0), 1) * steps)] as number
}

type Part = readonly [from: number, to: number]

/**
 * Parts of the course, or all of it, drawn over whatever lies there. A moved layer would stick out
 * at one end of its part and fall short at the other, so each layer's ends are set back by as much
 * of the move as lies along the strand; then every part ends in one clean cut and no joint shows.
 */
function tube(parts: readonly Part[], look: Projection): string {
  const along = measure(look)
  const whole = along(1)
  const end = (t: number, move: Point) => {
    const [a, b] = [look(at(t - 0.001)), look(at(t + 0.001))]
    const step = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    return along(t) - ((b[0] - a[0]) * move[0] + (b[1] - a[1]) * move[1]) / step
  }
  const dashes = (move: Point) => {
    if (!parts.length) return ''
    const cuts = parts.flatMap(([from, to]) => [end(from, move), end(to, move)])
    const first = cuts[0] as number
    const lengths = cuts.map((cut, index) => (cuts[index + 1] ?? first + whole) - cut)
    return ` stroke-dasharray="${lengths.map(short).join(' ')}" stroke-dashoffset="${short(-first)}"`
  }
  const drawn = (look === face ? layers : fewerLayers).map(([width, tone, shift]) => {
    const move: Point = [-shift * 0.75, -shift]
    const moved = shift ? ` transform="translate(${short(move[0])} ${short(move[1])})"` : ''
    return `<use href="#course" stroke="${gold(tone)}" stroke-width="${width}"${dashes(move)}${moved}/>`
  })
  const outline = `<use href="#course" stroke="${ink}" stroke-width="${strand + 4}"${dashes([0, 0])}/>`
  return `<g fill="none" stroke-linecap="butt">${outline}${drawn.join('')}</g>`
}

/** Short bowed strokes across the strand, from its shaded edge inward. */
function contours(from: number, to: number, look: Projection): string {
  let text = ''
  for (let t = from + 0.003; t < to - 0.002; t += 0.0062) {
    const [a, b, middle] = [look(at(t - 0.001)), look(at(t + 0.001)), look(at(t))]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    const turned: Point = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length]
    const shade = turned[0] * 0.6 + turned[1] * 0.8
    const [nx, ny] = shade < 0 ? [-turned[0], -turned[1]] : turned
    const inward = strand * (0.5 - 0.02 - 0.36 * Math.abs(shade))
    const outer: Point = [middle[0] + nx * 33, middle[1] + ny * 33]
    const step = (out: number, along: number) =>
      `${short(nx * (out - 33) + ny * along)} ${short(ny * (out - 33) - nx * along)}`
    text += `M${short(outer[0])} ${short(outer[1])}q${step((33 + inward) / 2 + 3, 4)} ${step(inward, 5)}`
  }
  return cut(text.replaceAll(' -', '-'), 1.3, 0.5)
}

/**
 * First the whole strand, then once more the half of it that lies over. A passage over runs from
 * z = 0 to z = 0; its crossing is at two thirds, and it stops short of the next strand's own.
 */
function woven(): string {
  const half = 1 / passages / 2
  const overs = Array.from({ length: passages }, (_, over) => over * 2 * half)
  const unders = overs.map((from) => contours(from + half, from + 2 * half, face)).join('')
  return (
    tube([], face) +
    unders +
    tube(
      overs.map((from) => [from + 0.2 * half, from + 0.97 * half] as const),
      face,
    ) +
    overs.map((from) => contours(from + 0.2 * half, from + 0.97 * half, face)).join('')
  )
}

const shadow = `<use href="#course" fill="none" stroke="#000" stroke-width="${strand}"/>`
const defs = (look: Projection) => `<path id="course" d="${course(look)}"/>`

const front = {
  defs: defs(face),
  body: woven(),
  outline: shadow,
  box: boxAround(500, 500),
}

/** From the side: runs of the strand on the near half, farthest first. */
function stacked(): string {
  const count = 24
  const runs = Array.from({ length: count }, (_, run) => ({
    from: run / count,
    to: (run + 1) / count,
    near: at((run + 0.5) / count)[0],
  }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => a.near - b.near)
  // The far half is nearly hidden, so it needs no order of its own.
  const nearHalf = runs
    .map(
      ({ from, to, near }) =>
        tube([[from - 0.001, to + 0.001]], sideways) +
        (near > 190 ? contours(from, to, sideways) : ''),
    )
    .join('')
  return tube([], sideways) + nearHalf
}

const edge = {
  defs: defs(sideways),
  body: stacked(),
  outline: shadow,
  box: boxAround(132, 500),
  mark: [0, 0] as Point,
}

export const harborKnot: Form = { front, edge }
