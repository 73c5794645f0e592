import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureFile } from '#content/pictures/pictures.ts'
import { pendantFacts } from './catalog.ts'
import { smallScale } from './pendant.ts'

const script = readFileSync(new URL('render/body.py', import.meta.url), 'utf8')
const written = (pattern: RegExp) => Number(pattern.exec(script)?.[1])
/** Millimeters that the whole picture is wide, and from its middle to that of a bust. */
const wide = written(/^WIDE, MIDDLE = ([\d.]+)/m)
const apart = written(/^APART = ([\d.]+)/m)

/** The octahedron hangs turned by so much, so that its corners stand less far apart. */
const turned = (slug: string) => (slug === 'eight-faces' ? Math.cos((24 * Math.PI) / 180) : 1)

/** Millimeters: how wide the gold is above its lowest point, as far up as the piece is high. */
async function width(slug: string, half: 'left' | 'right', height: number): Promise<number> {
  const { data, info } = await sharp(pictureFile(`${slug}-body`, 1600, 'webp'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mm = info.width / wide
  const middle = info.width / 2 + (half === 'left' ? -apart : apart) * mm
  const rows: { y: number; left: number; right: number }[] = []
  for (let y = Math.round(info.height * 0.45); y < info.height * 0.8; y += 1) {
    const found: number[] = []
    for (let x = Math.round(middle - 20 * mm); x < middle + 20 * mm; x += 1) {
      const at = (y * info.width + x) * info.channels
      const [red = 0, , blue = 0, alpha = 255] = data.subarray(at, at + info.channels)
      // Gold has less blue than half its red; the linen of the busts has more.
      if (alpha === 255 && red > 40 && blue / red < 0.52) found.push(x)
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

describe('a pendant on the busts', () => {
  it.each(pendantFacts)(
    '$name is as wide as the catalog says, in both sizes [BODY-01]',
    async (facts) => {
      const ofSmall = smallScale(facts)
      const large = await width(facts.slug, 'left', facts.size.height)
      const small = await width(facts.slug, 'right', facts.size.height * ofSmall)
      const said = facts.size.width * turned(facts.slug)
      expect(large / said, `Large, ${large} mm`).toBeGreaterThan(0.93)
      expect(large / said, `Large, ${large} mm`).toBeLessThan(1.05)
      expect(small / (said * ofSmall), `Small, ${small} mm`).toBeGreaterThan(0.93)
      expect(small / (said * ofSmall), `Small, ${small} mm`).toBeLessThan(1.05)
    },
  )
})
