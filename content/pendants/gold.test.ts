import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureFile } from '#content/pictures/pictures.ts'
import { pendantFacts } from './catalog.ts'

/** The ground of the paper theme. */
const paper = [249, 245, 237]
/** Shares of the luminance of sRGB's primaries. */
const luma = [0.2126, 0.7152, 0.0722]

/** Of a picture as the paper theme shows it: the metal's share brighter than 235, and its transparency. */
async function measured(name: string) {
  const { data, info } = await sharp(pictureFile(name, 1600, 'webp'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const steps = new Set<number>()
  let [metal, bright] = [0, 0]
  const chain: [x: number, y: number][] = []
  const shadow: [x: number, y: number, alpha: number][] = []
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    steps.add(alpha)
    const opaque = alpha / 255
    const shown = [red, green, blue].reduce(
      (sum, value, channel) =>
        sum + (luma[channel] ?? 0) * (value * opaque + (paper[channel] ?? 0) * (1 - opaque)),
      0,
    )
    // No shadow is as deep as this: what is opaque is metal.
    if (alpha >= 254) {
      metal += 1
      if (shown > 235) bright += 1
    }
    const [x, y] = [(at / 4) % info.width, Math.floor(at / 4 / info.width)]
    if (x > 0 && y > 0 && x < info.width - 1 && y < info.height - 1) continue
    // A chain may leave the picture, also out of focus; a shadow, which is near black, may not.
    if (alpha >= 254 || (alpha > 0 && Math.max(red, green, blue) >= 70)) chain.push([x, y])
    else if (alpha > 0) shadow.push([x, y, alpha])
  }
  const border = shadow
    .filter(([x, y]) => !chain.some(([a, b]) => Math.hypot(a - x, b - y) < 13))
    .reduce((most, [, , alpha]) => Math.max(most, alpha), 0)
  return { bright: bright / metal, steps: steps.size, border }
}

describe.each(pendantFacts)('the gold of $name', ({ slug }) => {
  it.each(['front', 'three-quarter'])(
    'shines in its %s view, and its shadow ends before the picture does',
    async (view) => {
      const { bright, steps, border } = await measured(`${slug}-${view}`)
      expect(bright).toBeGreaterThanOrEqual(0.008)
      expect(bright).toBeLessThanOrEqual(0.04)
      expect(steps).toBeGreaterThanOrEqual(200)
      expect(border).toBe(0)
    },
  )
})

it('the gold of the home page’s picture shines as that of the pendants', async () => {
  const { bright } = await measured('hero')
  expect(bright).toBeGreaterThanOrEqual(0.008)
  expect(bright).toBeLessThanOrEqual(0.04)
})

/** The mean tone of 255 where the ruler is blank, and of two places on the brushed disc. */
async function steel(slug: string): Promise<number[]> {
  const places = [
    { left: 560, top: 1255, width: 140, height: 10 },
    { left: 1190, top: 180, width: 40, height: 40 },
    { left: 1330, top: 160, width: 40, height: 40 },
  ]
  const read = async (place: (typeof places)[number]) => {
    const tones = await sharp(pictureFile(`${slug}-scale`, 1600, 'webp'))
      .removeAlpha()
      .extract(place)
      .grayscale()
      .raw()
      .toBuffer()
    return tones.reduce((sum, tone) => sum + tone, 0) / tones.length
  }
  return Promise.all(places.map(read))
}

it('the ruler and the disc beside it are of one tone in all pictures', async () => {
  const [first = [], ...others] = await Promise.all(pendantFacts.map(({ slug }) => steel(slug)))
  for (const tones of others)
    for (const [at, tone] of tones.entries())
      expect(Math.abs(tone - (first[at] ?? 0))).toBeLessThanOrEqual(3)
})
