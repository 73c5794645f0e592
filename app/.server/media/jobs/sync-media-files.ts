import type { AppContext } from '#app/.server/app-context.ts'
import { type MediaRow, media } from '#app/.server/platform/db/media-schema.ts'
import { mediaFileName } from '#app/.server/platform/media-files.ts'
import { cutOf, lastFile, readMaster, storeSizes } from '../repository.ts'
import { dropOldUploads } from '../uploads.ts'

const hourMs = 3_600_000
/** Pages that are open, and caches, may ask for the files of an older version so long. */
const sweptAfterMs = 24 * hourMs

/**
 * Makes the files of pictures that lack them, as after a restore, and deletes files that belong to no
 * picture: of deleted ones, of older versions, and what was left by a crash [MEDIA-08].
 */
export async function syncMediaFiles(app: AppContext): Promise<unknown> {
  if (app.db.engine === 'none') return 'not due'
  await dropOldUploads(app.config, new Date(app.now().getTime() - hourMs))
  const ran = await app.db.withLease('keep media', async ({ signal }) => {
    const there = await app.mediaFiles.list()
    const names = new Set(there.map(({ name }) => name))
    const all = await app.db.orm.select().from(media).orderBy(media.createdAt)
    const kept = new Set<string>()
    for (const row of all) {
      kept.add(`${row.id}-master`).add(`${row.id}-${row.version}`)
      if (names.has(lastFile(row.id, row.version))) continue
      signal.throwIfAborted()
      await makeMissing(app, row)
    }
    const old = app.now().getTime() - sweptAfterMs
    for (const { name, at } of there) {
      const isOfAPicture =
        mediaFileName.test(name) && kept.has(name.slice(0, 25).split('.')[0] ?? '')
      const isOurs = mediaFileName.test(name) || name.endsWith('.unfinished')
      if (isOurs && !isOfAPicture && at.getTime() < old) await app.mediaFiles.remove(name)
    }
    return 'done'
  })
  return ran ?? 'busy'
}

async function makeMissing(app: AppContext, row: MediaRow): Promise<void> {
  try {
    const edit = { rotation: row.rotation, cut: cutOf(row) }
    const sizes = await app.pictureMaker.sizes(await readMaster(app, row.id), edit)
    await storeSizes(app, row, sizes)
    app.log.info({ picture: row.id }, 'the files of a picture were made again')
  } catch (error) {
    app.log.error({ err: error, picture: row.id }, 'the files of a picture cannot be made')
  }
}
