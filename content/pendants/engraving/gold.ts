import { dot, type Point, type Solid, short, unit } from './geometry.ts'

/**
 * 24k yellow: deeper and redder than web gold, with brown rather than gray in its shadows.
 * From the darkest fold (0) to a window's reflection (1).
 */
const ramp: readonly (readonly [at: number, color: string])[] = [
  [0, '#3a2206'],
  [0.18, '#74450b'],
  [0.36, '#ab6f14'],
  [0.54, '#d49a2a'],
  [0.7, '#e7b544'],
  [0.84, '#f6d479'],
  [0.94, '#fdebb4'],
  [1, '#fff7dd'],
]

export const gold = (tone: number): string => {
  const t = Math.min(Math.max(tone, 0), 1)
  const high = Math.max(
    ramp.findIndex(([at]) => at >= t),
    1,
  )
  const [[from, a], [to, b]] = [ramp[high - 1], ramp[high]] as [(typeof ramp)[0], (typeof ramp)[0]]
  const share = (t - from) / (to - from)
  const channel = (at: number) => {
    const [x, y] = [a, b].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
      number,
      number,
    ]
    return Math.round(x + (y - x) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Engraved lines on the metal. */
export const ink = '#4a2b06'
/** Lines and figures on the page: about four to one against both the paper and the night ground. */
export const pencil = '#92733a'

const light = unit([-0.5, -0.68, 0.54])

/** How bright polished gold looks that faces along `normal`: lamp, window and floor of a small room. */
export function shine(normal: Solid): number {
  const mirror: Solid = [
    2 * normal[2] * normal[0],
    2 * normal[2] * normal[1],
    2 * normal[2] ** 2 - 1,
  ]
  const lamp = Math.max(0, dot(normal, light))
  const window = Math.max(0, dot(mirror, light)) ** 5
  const floor = Math.max(0, mirror[1]) * 0.1
  return 0.2 + 0.5 * lamp + 0.3 * window + floor
}

/** `0 .9, 50 .6, 100 .3`: percent along, tone, and opacity where it is not whole. */
const stops = (list: string) =>
  list
    .split(', ')
    .map((stop) => {
      const [along, tone, opacity] = stop.split(' ')
      return `<stop offset="${along}%" stop-color="${gold(Number(tone))}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`
    })
    .join('')

/** Stops given as differences from one tone. */
export const around = (tone: number, list: string) =>
  list
    .split(', ')
    .map((stop) => {
      const [along, difference] = stop.split(' ')
      return `${along} ${Math.round(100 * (tone + Number(difference))) / 100}`
    })
    .join(', ')

/** Direction in the shape's own box by default (0..1), or in drawing units with `onPage`. */
export function linear(id: string, from: Point, to: Point, list: string, onPage = false): string {
  const units = onPage ? ' gradientUnits="userSpaceOnUse"' : ''
  const number = (value: number) =>
    onPage ? short(value) : String(Math.round(value * 1000) / 1000)
  return `<linearGradient id="${id}"${units} x1="${number(from[0])}" y1="${number(from[1])}" x2="${number(to[0])}" y2="${number(to[1])}">${stops(list)}</linearGradient>`
}

export function radial(
  id: string,
  center: Point,
  radius: number,
  list: string,
  onPage = false,
): string {
  const units = onPage ? ' gradientUnits="userSpaceOnUse"' : ''
  return `<radialGradient id="${id}"${units} cx="${center[0]}" cy="${center[1]}" r="${radius}">${stops(list)}</radialGradient>`
}

export const fill = (d: string, paint: string, rest = '') =>
  `<path d="${d}" fill="${paint}"${rest && ` ${rest}`}/>`

/** Engraved lines: one path, one width. The plate gives them round ends. */
export const cut = (d: string, width: number, opacity = 0.7, color = ink) =>
  d &&
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${short(width)}" opacity="${opacity}"/>`
