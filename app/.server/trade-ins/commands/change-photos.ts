import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  openPicture,
  receiveUpload,
  redrawn,
  type UploadPart,
} from '#app/.server/media/receive-upload.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { tradeInPhotos } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { isTradeInOpen, maxPhotos } from '#app/domain/trade-ins/trade-in.ts'
import { lockTradeIn, recordStep, tradeInRefused } from '../change-trade-in.ts'

type Added = { photo: string }

/**
 * Takes a part of a photograph of a piece at the bench. It is kept with the case, never in the library of
 * pictures, and once, however often the last part is sent [TRADE-27].
 */
export function addPhoto(
  app: AppContext,
  { id, ...upload }: UploadPart & { id: string },
): Promise<Added | { received: number }> {
  return receiveUpload<Added>(app, upload, {
    findFinished: () => withDatabase(app, ({ orm }) => uploaded(orm, upload.key)),
    finish: () => finish(app, id, upload),
  })
}

async function uploaded(orm: Orm, key: string): Promise<Added | null> {
  const [found] = await orm
    .select({ photo: tradeInPhotos.id })
    .from(tradeInPhotos)
    .where(eq(tradeInPhotos.uploadKey, key))
  return found ?? null
}

async function finish(app: AppContext, id: string, { key, by }: UploadPart): Promise<Added> {
  await withDatabase(app, ({ orm }) => orm.transaction((tx) => assertMayAdd(tx, id)))
  const { file } = await openPicture(app, key)
  const { picture, width, height } = await redrawn(app, file)
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = await assertMayAdd(tx, id)
      const before = await uploaded(tx, key)
      if (before) return before
      const photo = randomBytes(16).toString('base64url')
      const at = app.now()
      const made = { id: photo, tradeInId: id, picture, width, height, uploadKey: key, at, by }
      await tx.insert(tradeInPhotos).values(made)
      await recordStep(tx, row, { at, actor: 'staff', by, state: null, why: 'Photo added.' })
      return { photo }
    }),
  )
}

/** Under the lock of the case, so that two people add no more than there may be. */
async function assertMayAdd(tx: Orm, id: string) {
  const row = await lockTradeIn(tx, 'id', id)
  if (!isTradeInOpen(row.state)) {
    throw new AppError('trade_in_refused', 422, 'This trade-in has ended. The photo wasn’t saved.')
  }
  const count = await tx.$count(tradeInPhotos, eq(tradeInPhotos.tradeInId, id))
  if (count < maxPhotos) return row
  const message = `This trade-in already has ${maxPhotos} photos. Delete one, then add this one.`
  throw new AppError('too_many_photos', 422, message)
}

/** Deleting it again does nothing. */
export function removePhoto(
  app: AppContext,
  { id, by, photo }: { id: string; by: string; photo: string },
): Promise<void> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = await lockTradeIn(tx, 'id', id)
      if (!isTradeInOpen(row.state)) throw tradeInRefused('This trade-in has ended.')
      const gone = await tx
        .delete(tradeInPhotos)
        .where(and(eq(tradeInPhotos.id, photo), eq(tradeInPhotos.tradeInId, id)))
        .returning({ id: tradeInPhotos.id })
      if (gone.length === 0) return
      const at = app.now()
      await recordStep(tx, row, { at, actor: 'staff', by, state: null, why: 'Photo deleted.' })
    }),
  )
}
