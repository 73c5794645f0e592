import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { masterName } from '#app/.server/platform/media-files.ts'
import type { Cut, Focus, Rotation } from '#app/domain/catalog/media.ts'
import { mediaAddress } from '#app/domain/catalog/media.ts'
import { cutOf, mediaById, pictureOf } from '../repository.ts'
import { type MediaUse, usesOf } from './media-uses.ts'

export type MediaDetail = {
  id: string
  name: string
  alt: string
  src: string
  /** As it was uploaded, upright and not cut: what it is turned and cut on. */
  wholeSrc: string
  masterWidth: number
  masterHeight: number
  rotation: Rotation
  cut: Cut
  focus: Focus
  bytes: number
  revision: number
  createdAt: Date
  createdBy: string
  uses: MediaUse[]
}

/** One picture of the library, and where it is used [MEDIA-05]. */
export async function mediaDetail(app: AppContext, id: string): Promise<MediaDetail | null> {
  return withDatabase(app, async ({ orm }) => {
    const row = await mediaById(orm, id)
    if (!row) return null
    const picture = pictureOf(row)
    return {
      id,
      name: row.name,
      alt: row.alt,
      src: mediaAddress(picture),
      wholeSrc: `/admin/media/${id}/whole`,
      masterWidth: row.masterWidth,
      masterHeight: row.masterHeight,
      rotation: row.rotation,
      cut: cutOf(row),
      focus: picture.focus,
      bytes: row.bytes,
      revision: row.revision,
      createdAt: row.createdAt,
      createdBy: row.createdBy,
      uses: (await usesOf(orm, [id])).get(id) ?? [],
    }
  })
}

/** The kept picture of the library, for the screen on which it is turned and cut. */
export async function wholePicture(app: AppContext, id: string): Promise<Buffer | null> {
  if (!/^[\da-f]{16}$/.test(id)) return null
  return app.mediaFiles.read(masterName(id))
}
