import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pictureFile } from '#content/pictures/pictures.ts'

/** Of a card on a narrow desk. */
const shown = 215

type View = 'compass-coin-front' | 'compass-coin-three-quarter'
type File = readonly [width: 320 | 672, kind: 'avif' | 'webp', density: number]

const files = [
  [320, 'avif', 1],
  [320, 'webp', 1],
  [672, 'avif', 2],
  [672, 'webp', 2],
] as const

/** The luminance (of 255) of the points of a picture as shown, and how it differs from those around. */
async function luminance(view: View, [width, kind, density]: File) {
  const side = shown * density
  const { data } = await sharp(pictureFile(view, width, kind))
    .flatten({ background: '#f9f5ed' })
    .resize(side, side, { kernel: 'linear' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[Math.round(y) * side + Math.round(x)] ?? 0
  const difference = (x: number, y: number) =>
    at(x, y) - (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4
  return { side, difference }
}

/** How much the luminance differs from point to point on the coin's ringed field. */
async function unevenness(file: File) {
  const { side, difference } = await luminance('compass-coin-front', file)
  // The field lies between the rose and the degree marks; the coin's middle is 54% down its picture.
  const [middle, down] = [side * 0.5, side * 0.54]
  let sum = 0
  let count = 0
  for (const turn of [23, 67, 113, 157, 203, 247, 293, 337]) {
    for (let aside = -6; aside <= 6; aside += 1) {
      const angle = ((turn + aside) * Math.PI) / 180
      for (let r = 0.19; r < 0.24; r += 1 / side) {
        const [x, y] = [middle + Math.sin(angle) * r * side, down - Math.cos(angle) * r * side]
        sum += difference(x, y) ** 2
        count += 1
      }
    }
  }
  return Math.sqrt(sum / count)
}

it.each(files)(
  'the coin’s rings make no pattern in its file of %i pixels as %s [PIC-07]',
  async (...file) => {
    expect(await unevenness(file)).toBeLessThan(file[0] === 320 ? 1.6 : 9)
  },
)

/** The same of a part of the field that a picture shows aslant, as shares of its side. */
async function unevennessAslant(file: File) {
  const { side, difference } = await luminance('compass-coin-three-quarter', file)
  let sum = 0
  let count = 0
  for (let y = Math.round(0.52 * side); y < 0.68 * side; y += 1)
    for (let x = Math.round(0.22 * side); x < 0.34 * side; x += 1) {
      sum += difference(x, y) ** 2
      count += 1
    }
  return Math.sqrt(sum / count)
}

it.each(files)(
  'nor do they where the coin lies aslant, in %i pixels as %s [PIC-07]',
  async (...file) => {
    expect(await unevennessAslant(file)).toBeLessThan(file[0] === 320 ? 5 : 12)
  },
)
