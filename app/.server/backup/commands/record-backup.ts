import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { backupDeed } from '../queries/last-backup.ts'

/** Staff see in their log that a backup was written, and are told when none is any more. */
export async function recordBackup(
  orm: Orm,
  { now, file }: { now: Date; file: string },
): Promise<void> {
  await recordAuditEvent(orm, { ...backupDeed, at: now, subject: file })
}
