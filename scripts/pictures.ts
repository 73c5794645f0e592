/**
 * Makes the shop's pictures from rendered masters (content/pendants/render): AVIF and WebP in four
 * widths, a JPEG on paper for shared links and browsers without either, and the table of their
 * measures. Run manually when a master changes; what was made from the same master, or has none in
 * the folder, is left alone:
 * node scripts/pictures.ts MASTERS_DIR
 * Needs Debian's imagemagick, libavif-bin and webp.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  jpegWidth,
  widestPicture as widest,
  pictureWidths as widths,
} from '#app/domain/catalog/picture-widths.ts'
import {
  type PictureMeasures,
  pagePictures,
  pictureFile,
  pictures,
  table,
} from '#content/pictures/pictures.ts'

/** Quantizers of AVIF, finer where it is looked at closely, and qualities of the others. */
const avif = { color: { 320: 36, 672: 36, 960: 34, 1600: 28 }, alpha: 28, speed: 6 }
const webp = { color: 26, alpha: 100 }
/** A worn piece is small in its picture, and skin is one slow gradient: coarser, it would show blocks. */
const worn = { avif: -4, webp: 58 }
/** A ruler's and a coin's long shadow weighs more than the gold; its transparency needs fewer steps. */
const ruled = { webp: 22, alpha: 78, avif: 2, avifAlpha: 34 }
/** Nor does a shadow under an edge view need them all; a scene's is wider, and fewer would show as rings. */
const softAlpha = { edge: 90, scene: 92 }
/** At others' quality a dark room shows banding; its files are small anyway. */
const dark: readonly string[] = ['pour']
const darkSteps = { avif: -12, webp: 62 }
const jpeg = 56
/** What a card asks for on a phone of twice the density; quantized further until it is less [PIC-02]. */
const card = { width: widths[1], bytes: 24_500 }
/**
 * Pictures whose fine, even lines would make a moiré pattern where a browser makes a card's file
 * smaller still: softened first, by so many pixels of the master for a file of that width [PIC-07].
 */
const softened: Readonly<Record<string, Partial<Record<number, number>>>> = {
  'compass-coin-front': { 320: 2.5, 672: 2 },
  'compass-coin-three-quarter': { 320: 2.5, 672: 2 },
}
/** The ground of the paper theme in app/app.css. */
const paper = '#f9f5ed'

const tools = [
  ['convert', 'imagemagick'],
  ['avifenc', 'libavif-bin'],
  ['cwebp', 'webp'],
] as const

const folder = process.argv[2]
if (!folder || !existsSync(folder))
  stop('Say where the masters are: node scripts/pictures.ts MASTERS_DIR')
for (const [tool, bringer] of tools) {
  if (spawnSync(tool, ['--version']).error) stop(`${tool} is not there; apt-get install ${bringer}`)
}

const work = mkdtempSync(join(tmpdir(), 'four-nines-pictures-'))
const made: Record<string, PictureMeasures> = {}
const missing: string[] = []
for (const name of pictures) {
  const master = join(folder, `${name}.png`)
  const before = table[name]
  if (!existsSync(master)) {
    if (before && filesOf(name).every((file) => existsSync(file))) made[name] = before
    else missing.push(name)
    continue
  }
  const from = createHash('sha256').update(readFileSync(master)).digest('hex').slice(0, 16)
  if (before?.from === from && filesOf(name).every((file) => existsSync(file))) {
    made[name] = before
    continue
  }
  made[name] = { ...encode(name, master), from }
  say(`${name}: ${kilobytes(filesOf(name))} kB`)
}
rmSync(work, { recursive: true })
writeFileSync(
  fileURLToPath(new URL('../content/pictures/table.json', import.meta.url)),
  `${JSON.stringify(made, null, 2)}\n`,
)
say(`${Object.keys(made).length} pictures, ${kilobytes(Object.keys(made).flatMap(filesOf))} kB`)
if (missing.length > 0) stop(`Not in ${folder}: ${missing.join(', ')}`)

function encode(name: string, master: string): Omit<PictureMeasures, 'from'> {
  const [width = 0, height = 0] = output('convert', [master, '-format', '%w %h', 'info:'])
    .split(' ')
    .map(Number)
  if (width < widest) stop(`${master} is ${width} pixels wide, not ${widest}`)
  const smooth = join(work, 'smooth.png')
  smoothShadow(master, smooth)
  for (const wide of widths) {
    const small = join(work, `${wide}.png`)
    const soft = softened[name]?.[wide]
    const withRuler = name.endsWith('-scale')
    run('convert', [
      ...[smooth, ...(soft ? ['-channel', 'RGBA', '-blur', `0x${soft}`] : [])],
      ...['-filter', 'Lanczos', '-resize', `${wide}x`, '-strip'],
      // Little compression: it is only read once.
      ...['-quality', '10', `PNG32:${small}`],
    ])
    for (let coarser = 0; coarser === 0 || isHeavy(name, wide); coarser += 2) {
      run('avifenc', [
        ...['--speed', `${avif.speed}`, '--yuv', '444', '--jobs', '2'],
        ...['--min', '0', '--max', '63', '--minalpha', '0', '--maxalpha', '63'],
        ...['-a', 'end-usage=q', '-a', 'tune=ssim'],
        ...['-a', `color:cq-level=${avif.color[wide] + avifStep(name) + coarser}`],
        ...['-a', `alpha:cq-level=${withRuler ? ruled.avifAlpha : avif.alpha}`],
        ...[small, pictureFile(name, wide, 'avif')],
      ])
    }
    const plain = withRuler ? ruled.webp : webp.color
    const steps = name.endsWith('-edge')
      ? softAlpha.edge
      : isScene(name)
        ? softAlpha.scene
        : webp.alpha
    const quality = name.endsWith('-body')
      ? worn.webp
      : dark.includes(name)
        ? darkSteps.webp
        : plain
    run('cwebp', [
      ...['-quiet', '-mt', '-m', '6', '-sharp_yuv'],
      ...['-q', `${quality}`, '-alpha_q', `${withRuler ? ruled.alpha : steps}`],
      ...[small, '-o', pictureFile(name, wide, 'webp')],
    ])
  }
  run('convert', [
    ...[smooth, '-background', paper, '-alpha', 'remove', '-alpha', 'off'],
    ...['-filter', 'Lanczos', '-resize', `${jpegWidth}x`, '-strip', '-interlace', 'JPEG'],
    ...['-quality', `${jpeg}`, pictureFile(name)],
  ])
  return { width: widest, height: Math.round((height * widest) / width), color: colorOf(master) }
}

/**
 * Takes the grain out of the shadow, which costs more than the gold; the piece and its edge stay. What
 * is kept about it is wider than the blur reaches: else the piece would bleed out as a line around it.
 */
function smoothShadow(master: string, smooth: string): void {
  run('convert', [
    master,
    ...['(', '+clone', '-alpha', 'extract', ')'],
    ...['(', '-clone', '1', '-blur', '0x1.4', ')'],
    ...['(', '-clone', '1', '-threshold', '90%', '-morphology', 'Dilate', 'Disk:5', ')'],
    ...['(', '-clone', '2', '-clone', '1', '-clone', '3', '-compose', 'Over', '-composite', ')'],
    ...['-delete', '1-3', '-compose', 'CopyOpacity', '-composite'],
    ...['-quality', '10', `PNG32:${smooth}`],
  ])
}

function isScene(name: string): boolean {
  return (pagePictures as readonly string[]).includes(name)
}

function avifStep(name: string): number {
  if (dark.includes(name)) return darkSteps.avif
  if (name.endsWith('-scale')) return ruled.avif
  return name.endsWith('-body') ? worn.avif : 0
}

function isHeavy(name: string, wide: number): boolean {
  return wide === card.width && statSync(pictureFile(name, wide, 'avif')).size > card.bytes
}

/** The mean of what is opaque: the piece without its shadow. */
function colorOf(master: string): string {
  const pixels = spawnSync('convert', [master, '-resize', '64x', '-depth', '8', 'rgba:-'], {
    maxBuffer: 1 << 20,
  }).stdout
  const sum = [0, 0, 0]
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 250) continue
    count += 1
    for (const channel of [0, 1, 2])
      sum[channel] = (sum[channel] ?? 0) + (pixels[at + channel] ?? 0)
  }
  return `#${sum
    .map((value) =>
      Math.round(value / Math.max(count, 1))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function filesOf(name: string): string[] {
  return [
    ...widths.flatMap((wide) => [pictureFile(name, wide, 'avif'), pictureFile(name, wide, 'webp')]),
    pictureFile(name),
  ]
}

function kilobytes(files: readonly string[]): number {
  return Math.round(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000)
}

function run(tool: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
  if (status !== 0) stop(`${tool} failed: ${stderr}`)
}

function output(tool: string, args: readonly string[]): string {
  return spawnSync(tool, args, { encoding: 'utf8' }).stdout
}

function say(message: string): void {
  process.stdout.write(`${message}\n`)
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
