import { type PendantFacts, smallScale } from '../pendant.ts'
import { type Point, polyline, short } from './geometry.ts'
import { cut, gold, ink, linear, pencil } from './gold.ts'
import { bailDefs, bailEdge, hangs, hung, plate, shadow, size, softDefs, thin } from './hardware.ts'
import { lettering } from './lettering.ts'
import type { Form } from './view.ts'

/** A dimension between two points on one level, with end ticks. */
function dimension(from: number, to: number, y: number, text: string): string {
  const out = 26
  const heads = `M${short(from - 7)} ${y - 4}L${short(from)} ${y}L${short(from - 7)} ${y + 4}M${short(to + 7)} ${y - 4}L${short(to)} ${y}L${short(to + 7)} ${y + 4}`
  return (
    thin(
      `M${short(from)} ${y - 22}V${y + 10}M${short(to)} ${y - 22}V${y + 10}M${short(from - out)} ${y}H${short(from)}M${short(to)} ${y}H${short(to + out)}${heads}`,
    ) + lettering(text, { x: (from + to) / 2, y: y + 46, height: 24, color: pencil })
  )
}

/** Edge-on, with the laser mark under the loupe. Shows Small, whose grams the mark gives. */
export function edgePlate(facts: PendantFacts, { edge }: Form): string {
  const { width, height } = size(edge)
  const perUnit = Math.min(500 / height, 270 / width)
  const scale = smallScale(facts)
  const perMm = (height * perUnit) / (facts.size.height * scale)
  const x = 205
  const top = 415 - (height * perUnit) / 2 + 30
  const spot: Point = [
    x + (edge.mark[0] - (edge.box.left + edge.box.right) / 2) * perUnit,
    top + (edge.mark[1] - edge.box.top) * perUnit,
  ]
  const glass: Point = [570, 420]
  const [small, large] = [15, 186]
  return plate(
    `${facts.name}, edge and laser mark`,
    bailDefs + softDefs + loupeDefs + edge.defs,
    shadow(edge, x, top, perUnit) +
      `<g transform="translate(${short(x + hangs(edge, perUnit))} ${short(top + 0.4 * perMm)})scale(${perMm.toFixed(3)})">${bailEdge}</g>` +
      hung(edge, x, top, perUnit) +
      dimension(
        x - (width * perUnit) / 2,
        x + (width * perUnit) / 2,
        Math.round(top + height * perUnit + 34),
        `${(facts.size.depth * scale).toFixed(1)} mm`,
      ) +
      tangents(spot, small, glass, large) +
      `<circle cx="${short(spot[0])}" cy="${short(spot[1])}" r="${small}" fill="none" stroke="${ink}" stroke-width="3"/><circle cx="${short(spot[0])}" cy="${short(spot[1])}" r="${small}" fill="none" stroke="${gold(0.98)}" stroke-width="1.4"/>` +
      loupe(glass, large, `${facts.small.grams.toFixed(1)} g`),
  )
}

function tangents(a: Point, ra: number, b: Point, rb: number): string {
  const far = Math.hypot(b[0] - a[0], b[1] - a[1])
  const along = Math.atan2(b[1] - a[1], b[0] - a[0])
  const open = Math.acos((ra - rb) / far)
  return [1, -1]
    .map((sign) => {
      const turn = along + sign * open
      const on = (c: Point, r: number): Point => [
        c[0] + r * Math.cos(turn),
        c[1] + r * Math.sin(turn),
      ]
      return thin(polyline([on(a, ra), on(b, rb)]), 1.5)
    })
    .join('')
}

const loupeDefs =
  linear('glass', [0, 0], [1, 1], '0 .62, 25 .86, 42 .94, 60 .74, 100 .56') +
  linear('mount', [0, 0], [1, 1], '0 .96, 50 .5, 100 .3') +
  '<clipPath id="lens"><circle r="178"/></clipPath>'

/** The mark as the laser leaves it: weight, fineness, and the maker's four small nines. */
function loupe([x, y]: Point, radius: number, weight: string): string {
  const grain = Array.from({ length: 58 }, (_, at) => {
    const level = -177 + at * 6.2
    const reach = Math.sqrt(Math.max(0, 178 ** 2 - level ** 2))
    return `M${short(-reach)} ${short(level)}H${short(reach)}`
  }).join('')
  const mark = (text: string, level: number, height: number, weightOfLine: number) =>
    lettering(text, { x: 1.2, y: level + 1.6, height, color: gold(1), weight: weightOfLine }) +
    lettering(text, { x: 0, y: level, height, color: '#3a2206', weight: weightOfLine })
  const nines = [
    [-13, 92],
    [13, 92],
    [-13, 122],
    [13, 122],
  ]
    .map(([nx, ny]) =>
      lettering('9', { x: nx as number, y: ny as number, height: 20, color: '#3a2206', weight: 2 }),
    )
    .join('')
  return (
    `<g transform="translate(${x} ${y})"><circle r="${radius}" fill="url(#mount)" stroke="${ink}" stroke-width="1.4"/><circle r="178" fill="url(#glass)" stroke="${ink}" stroke-width="1.2"/>` +
    `<g clip-path="url(#lens)">${cut(grain, 0.8, 0.2)}</g>` +
    mark(weight, -46, 56, 1.5) +
    mark('.9999', 34, 44, 1.5) +
    `<rect x="-32" y="62" width="64" height="70" rx="5" fill="none" stroke="#3a2206" stroke-width="2.4"/>${nines}` +
    `</g>`
  )
}
