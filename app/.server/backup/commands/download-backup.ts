import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { secretsOf } from '#app/.server/platform/secret.ts'
import { readBackup } from '../backup-file.ts'
import { encryptBackup } from '../encryption.ts'
import { backupName } from '../retention.ts'
import { takeBackup } from '../take-backup.ts'

/**
 * A backup of this moment for an owner to keep, proved whole, and encrypted where there is a BACKUP_KEY
 * [SYSTEM-03]. Who took it is in the audit log before a byte is sent.
 */
export async function downloadBackup(
  app: AppContext,
  { by, address }: { by: string; address: string },
): Promise<{ name: string; bytes: Buffer }> {
  const { key } = app.config.backup
  const now = app.now()
  const name = backupName(now, key !== null)
  const plain = await withDatabase(app, (db) =>
    takeBackup(db, { ...secretsOf(app), now, media: app.mediaFiles }),
  )
  await readBackup({ file: name, bytes: plain })
  const bytes = key ? await encryptBackup(plain, key) : plain
  await staffTransaction(app, { by, address }, (_tx, { audit }) =>
    audit({ action: 'backup.downloaded', target: { type: 'backup', id: name } }),
  )
  return { name, bytes }
}
