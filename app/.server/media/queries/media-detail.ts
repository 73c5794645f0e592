import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { masterName } from '#app/.server/platform/media-files.ts'
import { mediaAddress } from '#app/domain/catalog/media.ts'
import { cutOf, mediaById, pictureOf } from '../repository.ts'
import { usesOf } from './media-uses.ts'

/** One picture of the library, and where it is used [MEDIA-05]. */
export async function mediaDetail(app: AppContext, id: string) {
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

export type MediaDetail = NonNullable<Awaited<ReturnType<typeof mediaDetail>>>

/** The kept picture of the library, for the screen on which it is turned and cut. */
export async function wholePicture(app: AppContext, id: string): Promise<Buffer | null> {
  if (!/^[\da-f]{16}$/.test(id)) return null
  return app.mediaFiles.read(masterName(id))
}
