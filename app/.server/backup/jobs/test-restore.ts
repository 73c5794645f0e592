import { createHash } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { BackupError, type BackupSource } from '../backup-file.ts'
import { lastStored } from '../backup-runs.ts'
import type { BackupStorage } from '../backup-storage.ts'
import { tryRestore } from '../try-restore.ts'

/**
 * Tries a restore. The shop cannot read what it has encrypted, so it is given the backup from before;
 * that the stored file is still the one that was written is seen by its sum.
 */
export async function testRestore(app: AppContext, plain: BackupSource, place: BackupStorage) {
  await app.db.alone((connection) =>
    tryRestore({ engine: app.db.engine, connection, log: app.log }, plain),
  )
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
