import { desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { auditLog } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

/** So that staff see in the audit log that a backup was written, and a notice when none is any more. */
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

/** They are meant to be written every night. */
const maxDays = 3
const dayMs = 86_400_000

/**
 * A sentence for staff where backups are missing: none in a shop that takes real money, or none any
 * more where there were some. Null where all is well, or the database is away.
 */
export async function backupNotice(app: AppContext): Promise<string | null> {
  const read = await withFallback(app, ({ orm }) =>
    orm
      .select({ at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.action, 'backup.written'))
      .orderBy(desc(auditLog.at))
      .limit(1),
  )
  if (!read) return null
  const [last] = read.value
  if (!last) {
    return app.payments?.live
      ? 'No backup of this shop was ever written. The README says how, under Backups.'
      : null
  }
  const days = Math.floor((app.now().getTime() - last.at.getTime()) / dayMs)
  return days > maxDays
    ? `The last backup was written ${days} days ago. The README says how they are written every night.`
    : null
}
