import { type PendantFacts, smallScale } from '../pendant.ts'
import { type Point, short } from './geometry.ts'
import { pencil } from './gold.ts'
import { bailDefs, bailFront, hangs, plate, shadow, size, softDefs, thin } from './hardware.ts'
import { lettering } from './lettering.ts'
import type { Form } from './view.ts'

const corner: Point = [84, 606]
const pxPerMm = 11.4
const along = 60
const up = 40

/** Both sizes stand in the corner of a square rule, true to one scale. */
export function scalePlate(facts: PendantFacts, form: Form): string {
  const view = form.measured ?? form.front
  const { height, width: wide } = facts.size
  const scale = smallScale(facts)
  // Left edges stand on whole fives, so that widths can be read off the rule.
  const apart = Math.ceil((wide + 4) / 5) * 5
  const left = Math.floor((along - apart - wide * scale) / 10) * 5
  const stand = (from: number, share: number) => {
    const perUnit = ((height * share) / size(view).height) * pxPerMm
    const x = corner[0] + (from + (wide * share) / 2) * pxPerMm
    const top = corner[1] - height * share * pxPerMm
    return { x, top, perUnit, bail: x + hangs(view, perUnit) }
  }
  const [large, small] = [stand(left, 1), stand(left + apart, scale)]
  const at = ({ x, top, perUnit }: typeof large) =>
    `translate(${short(x - ((view.box.left + view.box.right) / 2) * perUnit)} ${short(top - view.box.top * perUnit)})scale(${perUnit.toFixed(4)})`
  const weight = (grams: number, x: number) =>
    lettering(`${grams.toFixed(1)} g`, {
      x,
      y: corner[1] + 118,
      height: 27,
      color: pencil,
      weight: 1.6,
    })
  return plate(
    `${facts.name}, both sizes to scale`,
    `${bailDefs}${softDefs}${view.defs}<g id="bails">${bailFront}</g>`,
    rule() +
      drops(
        [left, left + wide, left + apart, left + apart + wide * scale],
        [height, height * scale],
        left + wide / 2,
        left + apart + (wide * scale) / 2,
      ) +
      [large, small].map((piece) => shadow(view, piece.x, piece.top, piece.perUnit)).join('') +
      [large, small]
        .map(
          ({ bail, top }) =>
            `<use href="#bails" transform="translate(${short(bail)} ${short(top)})scale(${pxPerMm})"/>`,
        )
        .join('') +
      `<g transform="${at(large)}"><g id="piece">${view.body}</g></g><use href="#piece" transform="${at(small)}"/>` +
      weight(facts.large.grams, large.x) +
      weight(facts.small.grams, small.x),
  )
}

/** Ticks as dashes of one broad line, `every` millimeters, `long` pixels. */
function ticks(every: number, long: number): string {
  const [x, y] = corner
  const line = (d: string) =>
    `<path d="${d}" fill="none" stroke="${pencil}" stroke-width="${long}" stroke-linecap="butt" stroke-dasharray="1.4 ${short(every * pxPerMm - 1.4)}"/>`
  return (
    line(`M${x - 0.7} ${y + 8 + long / 2}H${x + along * pxPerMm + 1}`) +
    line(`M${x - 8 - long / 2} ${y + 0.7}V${short(y - up * pxPerMm - 1)}`)
  )
}

/** Millimeters along the foot and up the side, every fifth and tenth longer, tens in figures. */
function rule(): string {
  const [x, y] = corner
  const figure = (text: string, fx: number, fy: number, anchor: 'middle' | 'end') =>
    lettering(text, { x: fx, y: fy, height: 17, color: pencil, weight: 1.9, anchor })
  return (
    thin(`M${x - 8} ${short(y - up * pxPerMm)}V${y + 8}H${short(x + along * pxPerMm)}`, 1.8) +
    ticks(1, 9) +
    ticks(5, 15) +
    ticks(10, 22) +
    [10, 20, 30, 40, 50]
      .map((mm) => figure(String(mm), x + mm * pxPerMm, y + 58, 'middle'))
      .join('') +
    figure('60 mm', x + along * pxPerMm + 12, y + 58, 'end') +
    [10, 20, 30, 40].map((mm) => figure(String(mm), x - 38, y - mm * pxPerMm + 8, 'end')).join('')
  )
}

/** Dotted lines from the sides of each piece down to the rule, and from its top across to the upright. */
function drops(sides: readonly number[], tops: readonly number[], ...middles: number[]): string {
  const [x, y] = corner
  const down = sides.map(
    (mm) =>
      `M${short(x + mm * pxPerMm)} ${y + 6}v${short(-4 - (tops[0] as number) * 0.4 * pxPerMm)}`,
  )
  const across = tops.map(
    (mm, at) =>
      `M${x - 6} ${short(y - mm * pxPerMm)}H${short(x + (middles[at] as number) * pxPerMm)}`,
  )
  return `<path d="${[...down, ...across].join('')}" fill="none" stroke="${pencil}" stroke-width="1.3" stroke-dasharray="1 6"/>`
}
