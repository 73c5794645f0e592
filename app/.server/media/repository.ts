import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { Cut, MediaPicture, PictureEdit } from '#app/domain/catalog/media.ts'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { type MediaRow, media } from '../platform/db/media-schema.ts'
import { AppError } from '../platform/errors.ts'
import { masterName } from '../platform/media-files.ts'
import type { MadePicture } from './picture-maker.ts'
import { diskFullMessage } from './picture-maker.ts'
import { isDiskFull } from './uploads.ts'

export const pictureOf = ({ focusX, focusY, ...row }: MediaRow): MediaPicture => ({
  ...row,
  focus: { x: focusX, y: focusY },
})

export const cutOf = ({ cutLeft, cutTop, cutRight, cutBottom }: MediaRow): Cut => ({
  left: cutLeft,
  top: cutTop,
  right: cutRight,
  bottom: cutBottom,
})

/** The same turns and cuts have the same files. */
export function versionOf({ rotation, cut }: PictureEdit): string {
  const { left, top, right, bottom } = cut
  const text = [1, rotation, left, top, right, bottom].join(' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** `320.avif` → `<id>-<version>-320.avif`, `jpg` → `<id>-<version>.jpg` */
const fileName = (id: string, version: string, made: string) =>
  made === 'jpg' ? `${id}-${version}.jpg` : `${id}-${version}-${made}`

/** The file that is stored last: where it is there, all of its version are. */
export const lastFile = (id: string, version: string) => fileName(id, version, 'jpg')

/** Stores what was made of a picture. Names are by content: twice is as good as once. */
export async function storeSizes(
  app: AppContext,
  { id, version }: { id: string; version: string },
  { files }: MadePicture,
): Promise<void> {
  for (const [made, bytes] of files) await storeFile(app, fileName(id, version, made), bytes)
}

export async function storeMaster(app: AppContext, id: string, bytes: Buffer): Promise<void> {
  await storeFile(app, masterName(id), bytes)
}

async function storeFile(app: AppContext, name: string, bytes: Buffer): Promise<void> {
  try {
    await app.mediaFiles.store(name, bytes)
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('disk_full', 507, diskFullMessage, { cause: error })
    app.log.error({ err: error, name }, 'the file of a picture could not be stored')
    const message = 'The image couldn’t be saved. Try again. The shop’s log says why.'
    throw new AppError('media_not_stored', 503, message, { cause: error })
  }
}

/** The kept picture; refused where its file is lost. */
export async function readMaster(app: AppContext, id: string): Promise<Buffer> {
  const bytes = await app.mediaFiles.read(masterName(id))
  if (bytes) return bytes
  throw new AppError(
    'media_lost',
    409,
    'This image’s file is missing, so it can’t be changed. Upload the image again.',
  )
}

/** Pictures by id, locked until the transaction ends so that nobody deletes them. */
export async function lockMedia(tx: Orm, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select()
    .from(media)
    .where(inArray(media.id, [...ids]))
    .orderBy(media.id)
    .for('share')
  return new Map(found.map((row) => [row.id, row]))
}

export async function mediaById(orm: Orm, id: string): Promise<MediaRow | null> {
  const [found] = await orm.select().from(media).where(eq(media.id, id))
  return found ?? null
}

export const mediaGone = () =>
  new AppError('media_gone', 404, 'This image was deleted from the library in the meantime.')
