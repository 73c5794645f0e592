import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { uncut } from '#app/domain/catalog/media.ts'
import { draws } from '#tests/support/draws.ts'
import { descendants, memoryOf } from '../../../bench/process-figures.ts'
import { openPictureMaker, rights } from './picture-maker.ts'

const folder = mkdtempSync(join(tmpdir(), 'four-nines-maker-'))
const maker = openPictureMaker()
afterAll(() => {
  maker.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What happens when a program with the rights of the picture process tries what it does not need. */
const tries = `
  const { readFileSync, writeFileSync } = await import('node:fs')
  const { spawnSync } = await import('node:child_process')
  const { Worker } = await import('node:worker_threads')
  const outcome = (work) => { try { work(); return 'done' } catch ({ code }) { return code } }
  process.stdout.write(JSON.stringify({
    program: outcome(() => readFileSync('scripts/make-pictures.ts')),
    settings: outcome(() => readFileSync('README.md')),
    system: outcome(() => readFileSync('/etc/passwd')),
    write: outcome(() => writeFileSync(FILE, '')),
    process: outcome(() => spawnSync('true')),
    thread: outcome(() => new Worker('0', { eval: true })),
  }))`

it('may read no file but the program’s, write none and start nothing [MEDIA-16]', () => {
  const program = tries.replace('FILE', JSON.stringify(join(folder, 'written')))
  const args = [...rights(), '--input-type=module', '-e', program]
  const refused = 'ERR_ACCESS_DENIED'
  expect(
    JSON.parse(
      execFileSync(process.execPath, args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ),
  ).toEqual({
    program: 'done',
    settings: refused,
    system: refused,
    write: refused,
    process: refused,
    thread: refused,
  })
})

const isAlive = (pid: number) => existsSync(`/proc/${pid}/statm`)

let count = 0
function file(bytes: Uint8Array): string {
  count += 1
  const path = join(folder, `upload-${count}`)
  writeFileSync(path, bytes)
  return path
}
const [red, green, blue, white] = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const

/** Four colors, from the top left: red, green; blue, white. */
async function quarters(width: number, height: number): Promise<Sharp> {
  const [w, h] = [width / 2, height / 2]
  const plain = (background: string) =>
    sharp({ create: { width: w, height: h, channels: 3, background } })
      .png()
      .toBuffer()
  const ground = { create: { width, height, channels: 3 as const, background: white } }
  const png = await sharp(ground)
    .composite([
      { input: await plain(red), left: 0, top: 0 },
      { input: await plain(green), left: w, top: 0 },
      { input: await plain(blue), left: 0, top: h },
    ])
    .png()
    .toBuffer()
  return sharp(png)
}

/** The color near each corner, named. */
async function corners(bytes: Buffer | undefined): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [left, right] = [info.width * 0.1, info.width * 0.9].map(Math.floor) as [number, number]
  const [top, bottom] = [info.height * 0.1, info.height * 0.9].map(Math.floor) as [number, number]
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const at = (y * info.width + x) * info.channels
    const [r = 0, g = 0, b = 0] = [...data.subarray(at, at + 3)]
    if (r > 150 && g > 150 && b > 150) return 'white'
    if (r > g && r > b) return 'red'
    return g > b ? 'green' : 'blue'
  })
}

/** A PNG of 30,000 × 30,000 black pixels in a hundred kilobytes. */
function pictureBomb(): Buffer {
  const side = 30_000
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for each pixel, gray.
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const master = async (bytes: Uint8Array) => {
  const made = await maker.read(file(bytes))
  return { ...made, bytes: made.files.get('master.webp') as Buffer }
}

describe('the maker of pictures', () => {
  it('keeps a picture upright, in sRGB and without what a camera wrote into it [MEDIA-03]', async () => {
    const photo = await (await quarters(800, 600))
      .withExif({ IFD0: { Artist: 'Somebody Private' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    const { bytes, width, height } = await master(photo)
    expect([width, height]).toEqual([600, 800])
    expect(await corners(bytes)).toEqual(['blue', 'red', 'white', 'green'])
    const { exif, icc, xmp, space } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, space }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      space: 'srgb',
    })
  })

  it('reads CMYK, 16 bits, transparency, AVIF, WebP and still GIF [MEDIA-03]', async () => {
    const picture = await quarters(400, 400)
    const kinds = {
      cmyk: await picture.clone().toColorspace('cmyk').jpeg().toBuffer(),
      deep: await picture.clone().toColorspace('rgb16').png().toBuffer(),
      avif: await picture.clone().avif({ effort: 0 }).toBuffer(),
      webp: await picture.clone().webp().toBuffer(),
      gif: await picture.clone().gif().toBuffer(),
    }
    for (const [kind, bytes] of Object.entries(kinds)) {
      const made = await master(bytes)
      expect(await corners(made.bytes), kind).toEqual(['red', 'green', 'blue', 'white'])
    }
    const clear = await sharp({
      create: { width: 400, height: 400, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer()
    const { bytes } = await master(clear)
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })

  it('makes each width as AVIF and WebP and one JPEG, turned and cut as asked [MEDIA-03, MEDIA-06]', async () => {
    const { bytes } = await master(await (await quarters(1000, 800)).jpeg().toBuffer())
    const whole = await maker.sizes(bytes, { rotation: 0, cut: uncut })
    expect([...whole.files.keys()]).toEqual([
      ...['320.avif', '320.webp', '672.avif', '672.webp', '960.avif', '960.webp'],
      ...['1000.avif', '1000.webp', 'jpg'],
    ])
    expect([whole.width, whole.height]).toEqual([1000, 800])
    for (const [name, file] of whole.files) {
      expect(await corners(file), name).toEqual(['red', 'green', 'blue', 'white'])
      const { exif, width } = await sharp(file).metadata()
      expect([exif, width], name).toEqual([undefined, Number(name.split('.')[0]) || 1000])
    }
    // Smaller, as that takes less to make.
    const { bytes: small } = await master(await (await quarters(720, 640)).jpeg().toBuffer())
    const turned = await maker.sizes(small, { rotation: 90, cut: uncut })
    expect([turned.width, turned.height]).toEqual([640, 720])
    expect(await corners(turned.files.get('320.webp'))).toEqual(['blue', 'red', 'white', 'green'])
    // After the turn the left half is blue above and white below.
    const cut = { ...uncut, right: 50, top: 10 }
    const left = await maker.sizes(small, { rotation: 90, cut })
    expect([left.width, left.height]).toEqual([320, 648])
    expect(await corners(left.files.get('jpg'))).toEqual(['blue', 'blue', 'white', 'white'])
  })

  it('refuses in a sentence what moves, is too small, too large, cut off or no picture [MEDIA-02]', async () => {
    const frames = await sharp(
      await Promise.all(
        [red, blue].map((background) =>
          sharp({ create: { width: 400, height: 400, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .webp()
      .toBuffer()
    const photo = await (await quarters(1200, 900)).jpeg().toBuffer()
    const refused: [string, Uint8Array, RegExp][] = [
      ['picture_moves', frames, /Save one frame/],
      ['picture_small', await (await quarters(300, 900)).png().toBuffer(), /at least 320 pixels/],
      ['picture_large', pictureBomb(), /more than 64 megapixels/],
      [
        'picture_unreadable',
        photo.subarray(0, photo.length / 2),
        /damaged, or its upload was cut off/,
      ],
      ['picture_unreadable', Buffer.from('\xff\xd8\xff nonsense', 'latin1'), /damaged/],
    ]
    for (const [code, bytes, message] of refused) {
      const error = await maker.read(file(bytes)).then(
        () => null,
        (failure: unknown) => failure,
      )
      expect(error, code).toMatchObject({ code, message: expect.stringMatching(message) })
    }
  })

  it.skipIf(process.platform !== 'linux')(
    'takes less than 350 MB for photographs of 12 megapixels [MEDIA-11]',
    async () => {
      const noise = { type: 'gaussian' as const, mean: 120, sigma: 25 }
      const create = { width: 500, height: 375, channels: 3 as const, background: red, noise }
      const grain = await sharp({ create }).png().toBuffer()
      const large = await sharp(grain).resize(4000, 3000).jpeg({ quality: 90 }).toBuffer()
      const before = new Set(descendants(process.pid))
      // Memory is what counts here, however busy the machine.
      const own = openPictureMaker({ timeoutMs: 600_000 })
      let most = 0
      const watch = setInterval(() => {
        const helpers = descendants(process.pid).filter((pid) => !before.has(pid))
        for (const pid of helpers) if (isAlive(pid)) most = Math.max(most, memoryOf([pid]))
      }, 20)
      for (let turn = 0; turn < draws(1); turn += 1) {
        const { files } = await own.read(file(large))
        await own.sizes(files.get('master.webp') as Buffer, { rotation: 0, cut: uncut })
      }
      clearInterval(watch)
      own.close()
      expect(most).toBeGreaterThan(50e6)
      expect(most).toBeLessThan(350e6)
    },
  )

  it('goes on after its process was killed in the middle [MEDIA-02]', async () => {
    const impatient = openPictureMaker({ timeoutMs: 1 })
    const photo = file(await (await quarters(800, 600)).jpeg().toBuffer())
    await expect(impatient.read(photo)).rejects.toMatchObject({ code: 'picture_slow', status: 503 })
    impatient.close()
    expect((await maker.read(photo)).width).toBe(800)
  })
})
