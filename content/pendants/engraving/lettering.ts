import { short } from './geometry.ts'

/** A single-stroke hand like the laser's own: figures 16 units high, so no font is needed. */
const glyphs: Record<string, readonly [width: number, d: string]> = {
  '0': [10, 'M5 0C1.6 0 0 3.4 0 8S1.6 16 5 16 10 12.6 10 8 8.4 0 5 0Z'],
  '1': [8, 'M1 3.6L5 0V16M1 16H9'],
  '2': [10, 'M.4 4.3C.4 1.7 2.4 0 5 0S9.6 1.7 9.6 4.3C9.6 8 0 11.5 0 16H10'],
  '3': [
    10,
    'M.6 2.6C1.4 1 3 0 5 0 7.6 0 9.4 1.6 9.4 3.8S7.6 7.5 5 7.5H4M5 7.5C8 7.5 10 9.2 10 11.8S8 16 5 16C2.6 16 .8 14.9 0 13',
  ],
  '4': [10.5, 'M7.6 16V0L0 11.2H10.5'],
  '5': [
    10,
    'M9 0H2L1.2 7C2.3 6.1 3.6 5.7 5 5.7 8 5.7 10 7.8 10 10.8S7.9 16 4.9 16C2.7 16 .9 15 0 13.2',
  ],
  '6': [10, 'M.4 11C.4 8.2 2.4 6 5 6S9.6 8.2 9.6 11 7.6 16 5 16 .4 13.8 .4 11C.4 5 2.4 1 7 0'],
  '7': [10, 'M0 0H10L4 16'],
  '8': [
    10,
    'M5 0C2.5 0 .9 1.6 .9 3.8S2.5 7.5 5 7.5 9.1 6 9.1 3.8 7.5 0 5 0ZM5 7.5C2 7.5 0 9.2 0 11.8S2 16 5 16 10 14.3 10 11.8 8 7.5 5 7.5Z',
  ],
  '9': [10, 'M9.6 5C9.6 2.2 7.6 0 5 0S.4 2.2 .4 5 2.4 10 5 10 9.6 7.8 9.6 5C9.6 11 7.6 15 3 16'],
  '.': [1, 'M.5 15.5V15.7'],
  g: [
    9,
    'M9 6.4V16.5C9 19 7.4 20.4 4.8 20.4 2.8 20.4 1.4 19.7 .8 18.4M9 11C9 8.3 7.2 6.2 4.7 6.2S.3 8.3 .3 11 2.2 15.8 4.7 15.8 9 13.7 9 11',
  ],
  m: [
    12.4,
    'M0 16V6.3M0 9.5C0 7.6 1.3 6.2 3.2 6.2S6.2 7.4 6.2 9.4V16M6.2 9.5C6.2 7.6 7.5 6.2 9.4 6.2S12.4 7.4 12.4 9.4V16',
  ],
  ' ': [0, ''],
}
const spacing = 4.5

const glyph = (character: string) => {
  const found = glyphs[character]
  if (!found)
    throw new Error(`No stroke drawn for "${character}": add it to glyphs in lettering.ts`)
  return found
}

export const textWidth = (text: string, height: number) =>
  ((Array.from(text).reduce((width, character) => width + glyph(character)[0] + spacing, 0) -
    spacing) *
    height) /
  16

type Setting = {
  x: number
  y: number
  height: number
  color: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
}

/** Lettering with its baseline at y. */
export function lettering(
  text: string,
  { x, y, height, color, weight = 1.7, anchor = 'middle' }: Setting,
): string {
  const scale = height / 16
  const width = textWidth(text, height)
  let pen = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const drawn = Array.from(text).map((character) => {
    const [advance, d] = glyph(character)
    const at = pen
    pen += (advance + spacing) * scale
    return (
      d &&
      `<path transform="translate(${short(at)} ${short(y - height)})scale(${Math.round(scale * 1000) / 1000})" d="${d}"/>`
    )
  })
  return `<g fill="none" stroke="${color}" stroke-width="${weight}">${drawn.join('')}</g>`
}
