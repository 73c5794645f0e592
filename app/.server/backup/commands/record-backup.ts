import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'

/** Staff see in the audit log that a backup was written, and are told when none is any more. */
export async function recordBackup(
  orm: Orm,
  { now, file }: { now: Date; file: string },
): Promise<void> {
  await recordAuditEvent(orm, {
    at: now,
    actor: { type: 'command', id: 'npm run backup' },
    action: 'backup.written',
    target: { type: 'backup', id: file },
  })
}
