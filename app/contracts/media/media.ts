import { z } from 'zod'
import { maxCut, type Rotation } from '#app/domain/catalog/media.ts'
import { maxBytes, tooManyBytesMessage } from '#app/domain/catalog/media-limits.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import { productLimits } from '../catalog/product.ts'

/** A picture of the library, as it is listed and chosen. */
export type LibraryPicture = { id: string; name: string; alt: string; src: string }

/** What is answered to a part of an upload. */
export type UploadResponse =
  | { received: number }
  | { picture: LibraryPicture; isNew: boolean }
  | { refused: { code: string; message: string } }

/** In the address of each part of an upload; the part itself is the body. */
export const uploadQuery = z.object({
  key: z.uuid(),
  at: z.coerce.number().int().min(0),
  size: z.coerce.number().int().min(0).max(maxBytes, tooManyBytesMessage),
  name: z
    .string()
    .transform((name) => fileName(name))
    .pipe(z.string().min(1).max(200)),
})

/** Without what a file system or a reader could stumble over. */
function fileName(name: string): string {
  const clean = withoutDirection(name)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return clean.slice(0, 200).trim() || 'picture'
}

const percent = (max: number) => z.coerce.number().int().min(0).max(max)

const alt = z
  .string()
  .transform((text) =>
    withoutDirection(text)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  )
  .pipe(z.string().max(productLimits.alt, `Use no more than ${productLimits.alt} characters.`))

/** The description of an image, without its surroundings. */
export const describeForm = z.object({ alt })

/** The form of a picture in the library. */
export const mediaForm = z
  .object({
    revision: z.coerce.number().int().positive(),
    alt,
    rotation: z
      .enum(['0', '90', '180', '270'])
      .transform((turn): Rotation => Number(turn) as Rotation),
    left: percent(maxCut),
    top: percent(maxCut),
    right: percent(maxCut),
    bottom: percent(maxCut),
    focusX: percent(100),
    focusY: percent(100),
  })
  .refine(({ left, right }) => left + right <= maxCut, {
    error: `Left and right together crop more than ${maxCut} percent.`,
    path: ['right'],
  })
  .refine(({ top, bottom }) => top + bottom <= maxCut, {
    error: `Top and bottom together crop more than ${maxCut} percent.`,
    path: ['bottom'],
  })
