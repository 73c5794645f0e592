/**
 * Makes pictures of what staff upload, in a separate process: whatever a file does to the library
 * that reads it, the shop goes on. The shop starts it, sends one task at a time and ends it
 * (app/.server/media/picture-maker.ts), without the rights that Node can refuse it. What comes out
 * was redrawn from pixels: nothing else that was in a file, such as where and with what it was
 * taken, is in it.
 */
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import type { Made, MakeSizes, PictureTask, ReadUpload } from '#app/.server/media/picture-maker.ts'
import { cutBox, turned } from '#app/domain/catalog/media.ts'
import { leastPixels, masterSide, maxPixels } from '#app/domain/catalog/media-limits.ts'
import { jpegWidth, widthsOf } from '#app/domain/catalog/picture-widths.ts'

/** Memory is freed between tasks, and one core is left to the shop. */
sharp.cache(false)
sharp.concurrency(1)

/** Sorts of pictures that are seen through are put on the ground of the paper theme (app/app.css). */
const paper = '#f9f5ed'

/** A cut or damaged file is refused; what cameras merely write untidily is not. */
const opened = (file: string, options: SharpOptions = {}) =>
  sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: false, ...options })

process.on('message', async (task: PictureTask) => {
  const made = await (task.kind === 'read' ? readUpload(task) : makeSizes(task)).catch(
    (error: unknown): Made => ({ refused: reasonOf(error) }),
  )
  process.send?.(made)
})
process.on('disconnect', () => process.exit())

async function readUpload({ file, folder }: ReadUpload): Promise<Made> {
  const found = await opened(file).metadata()
  if ((found.pages ?? 1) > 1 && found.format !== 'heif') return { refused: 'animated' }
  if (Math.min(found.width, found.height) < leastPixels) return { refused: 'small' }
  const master = join(folder, 'master.webp')
  const { width, height, size } = await (await inStandardColor(file, found))
    .webp({ quality: 92, alphaQuality: 90, effort: 2 })
    .toFile(master)
  // What is kept of a long strip is narrower than what was sent.
  if (Math.min(width, height) < leastPixels) return { refused: 'narrow' }
  return { width, height, files: ['master.webp'], bytes: size }
}

const upright = (picture: Sharp) =>
  picture
    .autoOrient()
    .resize({ width: masterSide, height: masterSide, fit: 'inside', withoutEnlargement: true })

/** The upload as it is kept: upright, at most so large, and in the colors that browsers show of it. */
async function inStandardColor(file: string, { space, depth, icc }: Metadata): Promise<Sharp> {
  if (space === 'cmyk' && !isCmykProfile(icc)) return fromPlainCmyk(file)
  // With 16 bits a channel the library works in Display P3, and would leave its numbers in sRGB.
  const isDeepRgb = space === 'rgb16' && depth === 'ushort'
  const picture = isDeepRgb ? opened(file).pipelineColorspace('srgb') : opened(file)
  return upright(picture).toColorspace('srgb')
}

/** An ICC profile names its color space in bytes 16 to 19 of its header. */
const isCmykProfile = (icc: Buffer | undefined) => icc?.toString('latin1', 16, 20) === 'CMYK'

/**
 * Ink without a profile for it is read as browsers do, each channel of light being what its ink and the
 * black leave of it; the library would suppose the inks of a printing press.
 */
async function fromPlainCmyk(file: string): Promise<Sharp> {
  const { data, info } = await upright(opened(file, { ignoreIcc: true }))
    .pipelineColorspace('cmyk')
    .toColorspace('cmyk')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const light = Buffer.alloc(info.width * info.height * 3)
  for (let from = 0, to = 0; to < light.length; from += 4, to += 3) {
    const leftByBlack = 255 - (data[from + 3] ?? 0)
    for (let ink = 0; ink < 3; ink += 1) {
      light[to + ink] = ((255 - (data[from + ink] ?? 0)) * leftByBlack) / 255
    }
  }
  return sharp(light, { raw: { width: info.width, height: info.height, channels: 3 } })
}

async function makeSizes({ file, folder, rotation, cut }: MakeSizes): Promise<Made> {
  const { width, height } = await opened(file).metadata()
  const box = cutBox(turned({ width, height }, rotation), cut)
  const picture = () => opened(file).rotate(rotation).extract(box)
  const widths = widthsOf(box.width)
  const widest = Math.max(...widths)
  const files: string[] = []
  let bytes = 0
  const add = async (name: string, made: Sharp) => {
    bytes += (await made.toFile(join(folder, name))).size
    files.push(name)
  }
  for (const wide of widths) {
    const resized = () => picture().resize({ width: wide })
    await add(
      `${wide}.avif`,
      resized().avif({ quality: 55, effort: 2, chromaSubsampling: '4:2:0' }),
    )
    await add(`${wide}.webp`, resized().webp({ quality: 78, effort: 3 }))
  }
  // The last one: where it is there, all are.
  const jpeg = picture().resize({ width: jpegWidth, withoutEnlargement: true })
  await add('jpg', jpeg.flatten({ background: paper }).jpeg({ quality: 80, progressive: true }))
  return { width: widest, height: heightAt(widest, box), files, bytes }
}

const heightAt = (wide: number, { width, height }: Pick<Metadata, 'width' | 'height'>) =>
  Math.max(1, Math.round((height * wide) / width))

/** In words that the shop knows; what the library says is for the log alone. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (/exceeds pixel limit/i.test(said)) return 'large'
  if (/no space left|ENOSPC/i.test(said)) return 'disk'
  return `unreadable: ${said.slice(0, 300)}`
}
