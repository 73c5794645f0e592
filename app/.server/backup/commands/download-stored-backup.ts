import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { StoredFile } from '#app/.server/platform/bucket.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { BackupError } from '../backup-file.ts'
import { backupStorage } from '../backup-storage.ts'
import { storedName } from '../stored-backups.ts'

/**
 * A backup that was written at night, as it lies there, for an owner to keep [SYSTEM-05]. It is named
 * by its number, never by a path, and who took it is in the audit log before a byte is sent.
 */
export async function downloadStoredBackup(
  app: AppContext,
  { id, by, address }: { id: number; by: string; address: string },
): Promise<StoredFile & { name: string }> {
  const { to } = app.config.backup
  const name = await withDatabase(app, ({ orm }) => storedName(orm, to, id))
  if (!to || name === null) throw gone(id)
  const file = await backupStorage(to, app.closing)
    .open(name)
    .catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error
      app.log.error({ err: error }, 'a stored backup cannot be read')
      throw new AppError('backup_unreadable', 503, error.message, { cause: error })
    })
  if (!file) throw gone(id)
  try {
    await staffTransaction(app, { by, address }, (_tx, { audit }) =>
      audit({ action: 'backup.downloaded', target: { type: 'backup', id: name } }),
    )
  } catch (error) {
    await file.body.cancel()
    throw error
  }
  return { ...file, name }
}

const gone = (backup: number) =>
  new AppError('backup_gone', 404, 'This backup is no longer there.', { facts: { backup } })
