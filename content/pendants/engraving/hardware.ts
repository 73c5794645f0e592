import { type Point, short } from './geometry.ts'
import { cut, fill, gold, ink, linear, pencil } from './gold.ts'
import type { View } from './view.ts'

/** What every plate shares: the sheet, the bail, the chain, the shadow and the pencil. */

export const plate = (title: string, defs: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800" stroke-linecap="round" stroke-linejoin="round"><title>${title}</title><defs>${defs}</defs>${body}</svg>\n`

export const bailDefs =
  linear('bail', [0, 0], [0, 1], '0 .4, 16 .86, 30 1, 46 .72, 75 .44, 100 .22') +
  linear('ring', [0, 0], [1, 1], '0 1, 35 .8, 70 .48, 100 .26')

/** Front of a tapered bail, its foot hidden behind the piece; 1 unit = 1 mm, foot at the origin. */
export const bailFront =
  fill(
    'M-.8 1.2L-1.65-4.3Q-1.7-5.1 0-5.1 1.7-5.1 1.65-4.3L.8 1.2Z',
    'url(#bail)',
    `stroke="${ink}" stroke-width=".08"`,
  ) +
  cut(
    'M-1.5-4.5Q0-4.7 1.5-4.5M-1.45-4Q0-4.2 1.45-4M-1.2-2Q0-2.1 1.2-2M-1.1-1.5Q0-1.6 1.1-1.5M-1.05-1Q0-1.1 1.05-1M-1-.5Q0-.6 1-.5M-.9 0Q0-.1 .9 0',
    0.1,
    0.4,
  )

/** The same bail edge-on: a ring with a link of the chain in it. */
export const bailEdge =
  `<path d="M0-5.1a2.2 2.6 0 1 0 .01 0zM0-4.5a1.6 2 0 1 1-.01 0z" fill="url(#ring)" fill-rule="evenodd" stroke="${ink}" stroke-width=".08"/>` +
  `<g fill="none"><ellipse cy="-3.9" rx=".5" ry=".62" stroke="${ink}" stroke-width=".42"/><ellipse cy="-3.9" rx=".5" ry=".62" stroke="${gold(0.78)}" stroke-width=".28"/></g>`

/** A cable chain along a curve: every second link is seen from its side. */
export function chain(course: (t: number) => Point, links: number, size: number): string {
  const drawn = Array.from({ length: links }, (_, at) => {
    const t = (at + 0.5) / links
    const [a, b] = [course(t - 0.01), course(t + 0.01)]
    const [x, y] = course(t)
    const turn = Math.round((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI)
    return `<use href="#${at % 2 ? 'l' : 'k'}" transform="translate(${short(x)} ${short(y)})rotate(${turn})"/>`
  })
  return `<g stroke-width="${short(size)}">${drawn.join('')}</g>`
}

export const linkDefs = (length: number) => {
  const [a, b, c] = [short(length * 0.62), short(length * 0.34), short(length * 0.6)]
  return (
    `<g id="l" fill="none"><ellipse rx="${a}" ry="${b}" stroke="${ink}" stroke-width="${short(length * 0.26)}"/><ellipse rx="${a}" ry="${b}" stroke="${gold(0.74)}" stroke-width="${short(length * 0.17)}"/><path d="M-${short(length * 0.4)}-${b}H${short(length * 0.3)}" stroke="${gold(1)}" stroke-width="${short(length * 0.07)}"/></g>` +
    `<g id="k"><path d="M-${c} 0H${c}" stroke="${ink}" stroke-width="${short(length * 0.27)}"/><path d="M-${c} 0H${c}" stroke="${gold(0.6)}" stroke-width="${short(length * 0.18)}"/><path d="M-${c}-${short(length * 0.04)}H${c}" stroke="${gold(0.96)}" stroke-width="${short(length * 0.06)}"/></g>`
  )
}

export const size = ({ box }: View) => ({
  width: box.right - box.left,
  height: box.bottom - box.top,
})

/** Puts a view so that the middle of its top is at (x, y), `perUnit` pixels to its unit. */
export const hung = ({ box, body }: View, x: number, y: number, perUnit: number) =>
  `<g transform="translate(${short(x - ((box.left + box.right) / 2) * perUnit)} ${short(y - box.top * perUnit)})scale(${perUnit.toFixed(4)})">${body}</g>`

export const shadow = (view: View, x: number, y: number, perUnit: number) =>
  `<g opacity=".26" filter="url(#soft)">${hung({ ...view, body: view.outline }, x + 8, y + 16, perUnit)}</g>`
export const softDefs =
  '<filter id="soft" filterUnits="userSpaceOnUse" x="0" y="0" width="800" height="800"><feGaussianBlur stdDeviation="9"/></filter>'

/** Where the bail is fixed, from the middle of the piece, in pixels. */
export const hangs = ({ box, hang }: View, perUnit: number) => {
  const middle = (box.left + box.right) / 2
  return ((hang ?? middle) - middle) * perUnit
}

export const thin = (d: string, width = 1.6) =>
  `<path d="${d}" fill="none" stroke="${pencil}" stroke-width="${width}"/>`
