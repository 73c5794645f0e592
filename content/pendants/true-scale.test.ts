import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureFile } from '#content/pictures/pictures.ts'
import { pendantFacts } from './catalog.ts'

const script = readFileSync(new URL('render/body.py', import.meta.url), 'utf8')
/** Millimeters that the whole picture is wide. */
const wide = Number(/^WIDE, MIDDLE = ([\d.]+)/m.exec(script)?.[1])

/** The octahedron hangs turned by so much, so that its corners stand less far apart. */
const turned = (slug: string) => (slug === 'eight-faces' ? Math.cos((16 * Math.PI) / 180) : 1)

/** Of light gold, shaded skin and linen, gold alone is yellow: less blue than half its red, and of a hue beyond orange. */
const isGold = (red: number, green: number, blue: number) =>
  red > 40 && blue / red < 0.46 && (60 * (green - blue)) / (red - blue) > 28

/** Millimeters, in the file that has a color for each pixel: how wide the gold is above its lowest point, as far up as the piece is high. */
async function width(slug: string, height: number): Promise<number> {
  const { data, info } = await sharp(pictureFile(`${slug}-body`, 1600, 'avif'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mm = info.width / wide
  const rows: { y: number; left: number; right: number }[] = []
  for (let y = Math.round(info.height * 0.6); y < info.height; y += 1) {
    const found: number[] = []
    for (let x = Math.round(info.width * 0.32); x < info.width * 0.68; x += 1) {
      const at = (y * info.width + x) * info.channels
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (isGold(red, green, blue)) found.push(x)
    }
    if (found.length > 2) rows.push({ y, left: found[0] ?? 0, right: found.at(-1) ?? 0 })
  }
  const lowest = Math.max(...rows.map(({ y }) => y))
  const ofPiece = rows.filter(({ y }) => y > lowest - height * mm * 0.97)
  const [left, right] = [
    Math.min(...ofPiece.map((row) => row.left)),
    Math.max(...ofPiece.map((row) => row.right)),
  ]
  return (right - left + 1) / mm
}

describe('a pendant as it is worn', () => {
  it.each(pendantFacts)(
    '$name is as wide as the catalog says, and large in its picture [BODY-01]',
    async ({ slug, size }) => {
      const shown = await width(slug, size.height)
      const share = shown / (size.width * turned(slug))
      expect(share, `${shown} mm`).toBeGreaterThan(0.93)
      expect(share, `${shown} mm`).toBeLessThan(1.05)
      expect(Math.max(size.width, size.height) / wide).toBeGreaterThanOrEqual(0.18)
    },
  )
})
