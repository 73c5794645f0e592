import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { maxBytes } from '#app/domain/catalog/media-limits.ts'
import { openPictureMaker } from './picture-maker.ts'

const folder = mkdtempSync(join(tmpdir(), 'four-nines-colors-'))
const maker = openPictureMaker()
afterAll(() => {
  maker.close()
  rmSync(folder, { recursive: true, force: true })
})

function file(bytes: Uint8Array): string {
  const path = join(folder, 'upload')
  writeFileSync(path, bytes)
  return path
}

const [red, green] = [
  [192, 57, 43],
  [38, 174, 95],
]

/** The colors in the middle of each quarter of what is kept, row by row. */
async function quarterColors(bytes: Uint8Array): Promise<number[][]> {
  const { files } = await maker.read(file(bytes))
  const { data, info } = await sharp(files.get('master.webp'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
      return [...data.subarray(at, at + 3)]
    }),
  )
}

/** Within three of 255 in each channel: less than anybody sees. */
const near = (color: readonly number[]) =>
  color.map((value) => expect.closeTo(value, -0.85) as unknown as number)

/** With an Exif block that says: turn me a quarter to the right. */
function orientedToTheRight(jpeg: Buffer): Buffer {
  const exif = Buffer.from(
    'ffe1002245786966000049492a00080000000100120103000100000006000000' + '00000000',
    'hex',
  )
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

describe('the picture that is kept', () => {
  it('has the colors that browsers show of the file, whatever its profile and depth [MEDIA-14]', async () => {
    const half = await sharp({
      create: { width: 360, height: 360, channels: 3, background: '#26ae5f' },
    })
      .png()
      .toBuffer()
    const two = await sharp({
      create: { width: 720, height: 360, channels: 3, background: '#c0392b' },
    })
      .composite([{ input: half, left: 360, top: 0 }])
      .png()
      .toBuffer()
    const plain = () => sharp(two)
    const deep = () => sharp(two).toColorspace('rgb16')
    const kinds = {
      png: plain().png(),
      'png of 16 bits': deep().png(),
      'png of 16 bits in P3': deep().withIccProfile('p3').png(),
      'png of 16 bits in sRGB': deep().withIccProfile('srgb').png(),
      'jpeg in P3': plain().withIccProfile('p3').jpeg({ quality: 100 }),
      'avif of 10 bits in P3': deep().withIccProfile('p3').avif({ bitdepth: 10, quality: 95 }),
      'webp in P3': plain().withIccProfile('p3').webp({ lossless: true }),
      palette: plain().png({ palette: true }),
    }
    for (const [kind, picture] of Object.entries(kinds)) {
      const colors = await quarterColors(await picture.toBuffer())
      expect(colors, kind).toEqual([red, green, red, green].map((color) => near(color ?? [])))
    }
  })

  it('reads ink without a profile as browsers do, upright [MEDIA-14]', async () => {
    const jpeg = readFileSync('tests/pictures/cmyk-without-profile.jpg')
    const corners = { red, green, blue: [41, 128, 185], yellow: [184, 134, 43] }
    const turnedCorners = [corners.blue, corners.red, corners.yellow, corners.green]
    expect(await quarterColors(jpeg)).toEqual(Object.values(corners).map(near))
    expect(await quarterColors(orientedToTheRight(jpeg))).toEqual(turnedCorners.map(near))
  })

  it('is held to the limits of what is sent [MEDIA-15]', async () => {
    const create = { channels: 3 as const, background: '#ff0000' }
    const strip = (width: number, height: number) =>
      sharp({ create: { ...create, width, height } })
        .png()
        .toBuffer()
    const refused = maker.read(file(await strip(330, 4000)))
    await expect(refused).rejects.toMatchObject({
      code: 'picture_narrow',
      message: expect.stringContaining('7.5 times'),
    })
    expect((await maker.read(file(await strip(640, 4800)))).width).toBe(320)
    // Noise is the most that a file of so many pixels can weigh.
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 80 }
    const loud = await sharp({ create: { ...create, width: 2600, height: 2600, noise } })
      .jpeg({ quality: 60 })
      .toBuffer()
    const kept = await maker.read(file(loud))
    expect(kept.bytes).toBeLessThan(maxBytes)
    expect(kept.bytes).toBe(kept.files.get('master.webp')?.length)
  })
})
