import type { PendantFacts } from '../pendant.ts'
import { type Point, short } from './geometry.ts'
import {
  bailDefs,
  bailFront,
  chain,
  hangs,
  hung,
  linkDefs,
  plate,
  shadow,
  size,
  softDefs,
} from './hardware.ts'
import type { Form } from './view.ts'

const fade = (id: string, to: number) =>
  `<linearGradient id="${id}f" x1="0" y1="0" x2="0" y2="${to}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="800" height="800"><path fill="url(#${id}f)" d="M0 0H800V800H0z"/></mask>`

/** The piece from the front, as large as the plate allows. */
export function frontPlate(
  { name }: PendantFacts,
  { front }: Form,
  mm: { height: number },
): string {
  const { width, height } = size(front)
  const perUnit = Math.min(500 / height, 560 / width)
  const perMm = (height / mm.height) * perUnit
  const bail = 5.1 * perMm
  const top = Math.max(bail + 90, 428 - (height * perUnit) / 2 + bail / 4)
  const x = 400 - hangs(front, perUnit) / 2
  const bailAt = x + hangs(front, perUnit)
  const eye: Point = [bailAt, top - bail * 0.72]
  const side =
    (sign: number) =>
    (t: number): Point => [
      eye[0] + sign * (8 + 150 * t ** 1.15),
      eye[1] - (eye[1] + 30) * t ** 0.92,
    ]
  const links = Math.round((eye[1] + 110) / 15)
  return plate(
    name,
    bailDefs + linkDefs(17) + softDefs + fade('away', Math.min(eye[1], 120)) + front.defs,
    shadow(front, x, top, perUnit) +
      `<g mask="url(#away)">${chain(side(-1), links, 1)}${chain(side(1), links, 1)}</g>` +
      `<g transform="translate(${short(bailAt)} ${short(top)})scale(${perMm.toFixed(3)})">${bailFront}</g>` +
      hung(front, x, top, perUnit),
  )
}
