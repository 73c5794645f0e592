import { asc, desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { backupRuns } from '#app/.server/platform/db/backup-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { lastRun } from './backup-runs.ts'

/** So that staff see in the audit log that a backup was written, and a notice when backups stop. */
export async function recordBackup(
  orm: Orm,
  { now, file, by = 'npm run backup' }: { now: Date; file: string; by?: string },
): Promise<void> {
  await recordAuditEvent(orm, {
    at: now,
    actor: { type: 'command', id: by },
    action: 'backup.written',
    target: { type: 'backup', id: file },
  })
}

/** They are meant to be written every night, so this is one night left out. */
const maxMs = 48 * 3_600_000
const dayMs = 86_400_000

/** The last backup and the last restore that was tried, for the health strip. Times in ISO 8601. */
export type BackupHealth = {
  /**
   * By the shop itself or by the command; null: never. `where` is null for readers who are not told
   * where the shop keeps what.
   */
  last: { at: string; where: string | null } | null
  /** null: none was tried yet. */
  rehearsal: { at: string; failed: boolean } | null
}

/**
 * Both, and a sentence for each thing that is not as it should be; with `places` those that name folders
 * and buckets, too [BACKUP-09]. null: the database is unavailable.
 */
export async function backupHealth(
  app: AppContext,
  { places = true }: { places?: boolean } = {},
): Promise<{ shown: BackupHealth; notices: string[] } | null> {
  const read = await withFallback(app, async ({ orm }) => {
    const [last, missing, nightly, rehearsal] = await Promise.all([
      lastWritten(orm),
      missingBackups(orm, app),
      lastRun(orm, 'nightly'),
      lastRun(orm, 'rehearsal'),
    ])
    return { last, missing, nightly, rehearsal }
  })
  if (!read) return null
  const { last, missing, nightly, rehearsal } = read.value
  const why = (problem: string) => (places ? problem : 'An owner or manager can see why.')
  const notices = [
    missing && missingNotice(app, missing.lastAt),
    app.config.backup.to &&
      nightly?.problem &&
      `The last backup${places ? ':' : ' had a problem.'} ${why(nightly.problem)}`,
    rehearsal?.problem &&
      `The restore test of the last backup failed${places ? ':' : '.'} ${why(rehearsal.problem)}`,
  ].filter((notice) => typeof notice === 'string')
  const shown: BackupHealth = {
    last: last && { at: last.at.toISOString(), where: places ? last.file : null },
    rehearsal: rehearsal && {
      at: rehearsal.startedAt.toISOString(),
      failed: rehearsal.state === 'failed',
    },
  }
  return { shown, notices }
}

/**
 * Whether backups are missing, and since when there is none: two days after the last one, or after
 * the shop was first told to write some; a shop that takes real money misses them from the first day.
 */
export async function missingBackups(
  orm: Orm,
  app: AppContext,
): Promise<{ lastAt: Date | null } | null> {
  const last = await lastWritten(orm)
  const late = (at: Date) => app.now().getTime() - at.getTime() >= maxMs
  if (last) return late(last.at) ? { lastAt: last.at } : null
  if (!app.config.backup.to) return app.payments?.live ? { lastAt: null } : null
  const [first] = await orm
    .select({ at: backupRuns.startedAt })
    .from(backupRuns)
    .orderBy(asc(backupRuns.startedAt))
    .limit(1)
  return first && late(first.at) ? { lastAt: null } : null
}

async function lastWritten(orm: Orm): Promise<{ at: Date; file: string } | null> {
  const [last] = await orm
    .select({ at: auditLog.at, file: auditLog.targetId })
    .from(auditLog)
    .where(eq(auditLog.action, 'backup.written'))
    .orderBy(desc(auditLog.at))
    .limit(1)
  return last ? { at: last.at, file: last.file ?? '' } : null
}

function missingNotice(app: AppContext, lastAt: Date | null): string {
  if (lastAt) {
    const days = Math.floor((app.now().getTime() - lastAt.getTime()) / dayMs)
    return `The last backup was written ${days === 1 ? 'a day' : `${days} days`} ago. Check the backup location in Setup › Backup.`
  }
  return app.config.backup.to
    ? 'No backup could be written yet.'
    : 'This shop has never been backed up. An owner chooses where backups go in Setup › Backup.'
}
