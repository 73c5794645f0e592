import { eq, or } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { uncut } from '#app/domain/catalog/media.ts'
import { openPicture, receiveUpload, redrawn, type UploadPart } from '../receive-upload.ts'
import { storeMaster, storeSizes, versionOf } from '../repository.ts'
import type { Uploaded } from '../uploads.ts'

/**
 * Takes a part of an upload. With the last part the picture is read, made in all widths and put into
 * the library; a repeat, because the answer was lost, is given the same picture [MEDIA-02].
 */
export function uploadPart(app: AppContext, upload: UploadPart): Promise<Uploaded> {
  return receiveUpload<Finished>(app, upload, {
    async findFinished() {
      const [picture] = await withDatabase(app, ({ orm }) =>
        orm.select().from(media).where(eq(media.uploadKey, upload.key)),
      )
      return picture ? { picture, isNew: true } : null
    },
    finish: () => finish(app, upload),
  })
}

type Finished = Exclude<Uploaded, { received: number }>

async function finish(app: AppContext, { key, name, by }: UploadPart): Promise<Finished> {
  const { file, id } = await openPicture(app, key)
  const known = await withDatabase(app, ({ orm }) =>
    orm.select().from(media).where(eq(media.id, id)),
  )
  if (known[0]) return { picture: known[0], isNew: false }
  const { picture: bytes, ...master } = await redrawn(app, file)
  const edit = { rotation: 0 as const, cut: uncut }
  const version = versionOf(edit)
  const sizes = await app.pictureMaker.sizes(bytes, edit)
  await storeMaster(app, id, bytes)
  await storeSizes(app, { id, version }, sizes)
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const [made] = await tx
      .insert(media)
      .values({
        id,
        version,
        name,
        masterWidth: master.width,
        masterHeight: master.height,
        width: sizes.width,
        height: sizes.height,
        bytes: master.bytes + sizes.bytes,
        uploadKey: key,
        createdAt: at,
        createdBy: by,
      })
      .onConflictDoNothing()
      .returning()
    if (made) {
      await audit({ action: 'media.uploaded', target: { type: 'media', id }, facts: { name } })
      return { picture: made, isNew: true }
    }
    // Two people uploaded the same file at the same moment.
    const [same] = await tx
      .select()
      .from(media)
      .where(or(eq(media.id, id), eq(media.uploadKey, key)))
    if (!same) throw new RangeError('an uploaded picture is neither new nor known')
    return { picture: same, isNew: false }
  })
}
