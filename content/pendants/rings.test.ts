import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pictureFile } from '#content/pictures/pictures.ts'

/** Of a card on a narrow desk. */
const shown = 215

/** How much a picture's luminance differs from point to point on the coin's ringed field, of 255. */
async function unevenness(width: 320 | 672, kind: 'avif' | 'webp', density: number) {
  const side = shown * density
  const { data } = await sharp(pictureFile('compass-coin-front', width, kind))
    .flatten({ background: '#f9f5ed' })
    .resize(side, side, { kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[Math.round(y) * side + Math.round(x)] ?? 0
  // The field lies between the rose and the degree marks; the coin's middle is 54% down its picture.
  const [middle, down] = [side * 0.5, side * 0.54]
  let sum = 0
  let count = 0
  for (const turn of [23, 67, 113, 157, 203, 247, 293, 337]) {
    for (let aside = -6; aside <= 6; aside += 1) {
      const angle = ((turn + aside) * Math.PI) / 180
      for (let r = 0.19; r < 0.24; r += 1 / side) {
        const [x, y] = [middle + Math.sin(angle) * r * side, down - Math.cos(angle) * r * side]
        const around = (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4
        sum += (at(x, y) - around) ** 2
        count += 1
      }
    }
  }
  return Math.sqrt(sum / count)
}

it.each([
  [320, 'avif', 1],
  [320, 'webp', 1],
  [672, 'avif', 2],
  [672, 'webp', 2],
] as const)(
  'the coin’s rings make no pattern in its file of %i pixels as %s [PIC-07]',
  async (width, kind, density) => {
    expect(await unevenness(width, kind, density)).toBeLessThan(width === 320 ? 1.6 : 9)
  },
)

/** The same of a part of the field that a picture shows aslant, as shares of its side. */
async function unevennessAslant(width: 320 | 672, kind: 'avif' | 'webp', density: number) {
  const side = shown * density
  const { data } = await sharp(pictureFile('compass-coin-three-quarter', width, kind))
    .flatten({ background: '#f9f5ed' })
    .resize(side, side, { kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[y * side + x] ?? 0
  let sum = 0
  let count = 0
  for (let y = Math.round(0.52 * side); y < 0.68 * side; y += 1)
    for (let x = Math.round(0.22 * side); x < 0.34 * side; x += 1) {
      const around = (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4
      sum += (at(x, y) - around) ** 2
      count += 1
    }
  return Math.sqrt(sum / count)
}

it.each([
  [320, 'avif', 1],
  [320, 'webp', 1],
  [672, 'avif', 2],
  [672, 'webp', 2],
] as const)(
  'nor do they where the coin lies aslant, in %i pixels as %s [PIC-07]',
  async (width, kind, density) => {
    expect(await unevennessAslant(width, kind, density)).toBeLessThan(width === 320 ? 5 : 12)
  },
)
