import { createHash } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { embeddedEngine } from '#app/.server/platform/db/engines.ts'
import { migrationFiles } from '#app/.server/platform/db/migrate.ts'
import { BackupError, type BackupSource, readBackup } from '../backup-file.ts'
import type { BackupPlace } from '../backup-place.ts'
import { lastStored } from '../backup-runs.ts'
import { restoreRows } from '../restore-rows.ts'
import { inScratchSchema } from '../swap-schema.ts'

/**
 * Restores a backup as `npm run restore` would, into tables that are thrown away: row counts and sums
 * over every value of each table must come back as they were. The shop cannot read what it has
 * encrypted, so it is given the backup from before; that the stored file is still the one that was
 * written is seen by its sum.
 */
export async function rehearseRestore(app: AppContext, plain: BackupSource, place: BackupPlace) {
  const contents = await readBackup(plain)
  const files = await migrationFiles()
  if (app.db.engine === 'postgresql') {
    await inScratchSchema(app.db, 'restore_rehearsal', async (connection) => {
      await restoreRows(connection, plain, contents, files)
    })
  } else {
    const { openEmbedded } = await embeddedEngine()
    // In memory: nothing of it can be left behind on a disk.
    const scratch = await openEmbedded('memory://', app.log)
    await scratch
      .alone((connection) => restoreRows(connection, plain, contents, files))
      .finally(scratch.close)
  }
  const stored = await lastStored(app.db.orm)
  if (stored?.name && stored.place === place.description) {
    const bytes = await place.read(stored.name)
    if (!bytes) throw new BackupError('not there', `${stored.name} is gone from ${stored.place}`)
    if (createHash('sha256').update(bytes).digest('hex') !== stored.sha256) {
      throw new BackupError('damaged', `${stored.name} in ${stored.place} is not as it was written`)
    }
  }
  return { answer: null, result: { place: stored?.place ?? null, name: stored?.name ?? null } }
}
