import { eq, or } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { uncut } from '#app/domain/catalog/media.ts'
import {
  besidesMessage,
  isPictureKind,
  notAnImageMessage,
  pictureKind,
} from '#app/domain/catalog/media-limits.ts'
import { storeMaster, storeSizes, versionOf } from '../repository.ts'
import type { Uploaded } from '../uploaded.ts'
import { dropUpload, openUpload, storePart } from '../uploads.ts'

export type UploadPart = {
  /** Of the upload, made by the browser: what is repeated belongs together. */
  key: string
  /** Where in the file this part begins, and how long the file is; in bytes. */
  at: number
  size: number
  name: string
  part: Buffer
  by: string
}

/**
 * Takes a part of an upload. With the last part the picture is read, made in all widths and put into
 * the library; whoever repeats it, since the answer was lost, is given the same picture [MEDIA-02].
 */
export async function uploadPart(app: AppContext, upload: UploadPart): Promise<Uploaded> {
  // The same part again, since its answer was lost, is told what became of the first.
  const going = app.uploads.get(upload.key)
  if (going) return going
  const taking = takePart(app, upload).finally(() => app.uploads.delete(upload.key))
  app.uploads.set(upload.key, taking)
  return taking
}

async function takePart(app: AppContext, upload: UploadPart): Promise<Uploaded> {
  const { key, at, size, part } = upload
  const received = await storePart(app.config, { key, at, part })
  if (received !== at + part.length) {
    const [before] = await withDatabase(app, ({ orm }) =>
      orm.select().from(media).where(eq(media.uploadKey, key)),
    )
    if (before) return { picture: before, isNew: true }
  }
  if (received > size) {
    await dropUpload(app.config, key)
    throw new AppError('upload_mismatch', 400, 'The upload was larger than the file. Try again.')
  }
  if (received < size) return { received }
  return finish(app, upload).finally(() =>
    dropUpload(app.config, key).catch((error: unknown) => {
      app.log.error({ err: error }, 'an upload could not be cleared away')
    }),
  )
}

async function finish(app: AppContext, { key, name, by }: UploadPart): Promise<Uploaded> {
  const { file, first, id, besides } = await openUpload(app.config, key)
  const kind = pictureKind(first)
  if (!isPictureKind(kind)) {
    throw new AppError('not_a_picture', 422, notAnImageMessage(kind), { facts: { kind } })
  }
  if (besides) {
    throw new AppError('not_a_picture', 422, besidesMessage, { facts: { kind: besides } })
  }
  const known = await withDatabase(app, ({ orm }) =>
    orm.select().from(media).where(eq(media.id, id)),
  )
  if (known[0]) return { picture: known[0], isNew: false }
  const master = await app.pictureMaker.read(file)
  const [bytes] = master.files.values()
  if (!bytes) throw new RangeError('nothing was made of an upload')
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
