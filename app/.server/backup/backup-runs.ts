import { and, desc, eq, gte, isNotNull, lt, ne } from 'drizzle-orm'
import { type BackupRun, backupRuns } from '../platform/db/backup-schema.ts'
import type { Orm } from '../platform/db/database.ts'

/** An hour (UTC) at which all of the United States sleeps: midnight to four in the morning. */
const nightlyHour = 8

/** A failed one is tried again after this. */
const retryMs = 3_600_000

const weekMs = 7 * 86_400_000

/** The last moment at which a nightly backup was due. */
function lastNight(now: Date): Date {
  const night = new Date(now)
  night.setUTCHours(nightlyHour, 0, 0, 0)
  if (night > now) night.setUTCDate(night.getUTCDate() - 1)
  return night
}

export async function lastRun(orm: Orm, kind: BackupRun['kind']): Promise<BackupRun | null> {
  const [run] = await orm
    .select()
    .from(backupRuns)
    .where(eq(backupRuns.kind, kind))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(1)
  return run ?? null
}

/** The last one that was written, whatever BACKUP_COMMAND made of it. */
export async function lastStored(orm: Orm): Promise<BackupRun | null> {
  const [run] = await orm
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.kind, 'nightly'), isNotNull(backupRuns.sha256)))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(1)
  return run ?? null
}

/** Whether none was written since last night, nor tried within the hour. */
export async function isBackupDue(orm: Orm, now: Date): Promise<boolean> {
  const [found] = await orm
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .where(
      and(
        eq(backupRuns.kind, 'nightly'),
        eq(backupRuns.state, 'done'),
        gte(backupRuns.startedAt, lastNight(now)),
      ),
    )
    .limit(1)
  return !found && isPast(await lastRun(orm, 'nightly'), now, retryMs)
}

/** Whether no restore was tried for a week, or the last one failed. */
export async function isRestoreTestDue(orm: Orm, now: Date): Promise<boolean> {
  const last = await lastRun(orm, 'rehearsal')
  // A few hours less, so that it stays on its day of the week.
  return last?.state !== 'done' || isPast(last, now, weekMs - 6 * 3_600_000)
}

/** A start that is yet to come was noted by a clock set wrong. */
function isPast(run: BackupRun | null, now: Date, ms: number): boolean {
  if (run === null || run.startedAt > now) return true
  return now.getTime() - run.startedAt.getTime() >= ms
}

type Result = Partial<Omit<BackupRun, 'id' | 'kind' | 'state' | 'startedAt' | 'finishedAt'>>

/** Notes that one began; those that never ended were cut off with their process. */
export async function beginRun(orm: Orm, kind: BackupRun['kind'], now: Date): Promise<number> {
  return orm.transaction(async (tx) => {
    await tx
      .update(backupRuns)
      .set({ state: 'failed', finishedAt: now, problem: 'The shop ended in the middle of it.' })
      .where(and(eq(backupRuns.kind, kind), eq(backupRuns.state, 'running')))
    // A year of nights is enough to look back on.
    await tx
      .delete(backupRuns)
      .where(
        and(
          lt(backupRuns.startedAt, new Date(now.getTime() - 400 * 86_400_000)),
          ne(backupRuns.state, 'running'),
        ),
      )
    const [run] = await tx
      .insert(backupRuns)
      .values({ kind, state: 'running', startedAt: now })
      .returning({ id: backupRuns.id })
    if (!run) throw new RangeError('the database answered nothing')
    return run.id
  })
}

/** Notes how it ended: `problem` says why it failed. */
export async function endRun(orm: Orm, id: number, now: Date, result: Result): Promise<void> {
  await orm
    .update(backupRuns)
    .set({ ...result, state: result.problem ? 'failed' : 'done', finishedAt: now })
    .where(eq(backupRuns.id, id))
}

/** It was neither: the shop was told to stop, and begins again at its next start. */
export async function dropRun(orm: Orm, id: number): Promise<void> {
  await orm.delete(backupRuns).where(eq(backupRuns.id, id))
}
