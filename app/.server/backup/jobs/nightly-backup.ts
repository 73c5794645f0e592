import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Config, commandEnvironment } from '#app/.server/config.ts'
import { databaseMessage } from '#app/.server/platform/db/database.ts'
import { secretsOf } from '#app/.server/platform/secret.ts'
import { type CommandResult, runBackupCommand } from '../backup-command.ts'
import { BackupError, type BackupSource, readBackup } from '../backup-file.ts'
import { beginRun, dropRun, endRun, isBackupDue, isRestoreTestDue } from '../backup-runs.ts'
import { type BackupStorage, backupStorage } from '../backup-storage.ts'
import { encryptBackup } from '../encryption.ts'
import { missingBackups, recordBackup } from '../last-backup.ts'
import { backupName, outlived } from '../retention.ts'
import { takeBackup } from '../take-backup.ts'
import { testRestore } from './test-restore.ts'

/** Where BACKUP_TO says, every night; and once a week a restore is tried with what was written. */
export async function nightlyBackup(app: AppContext): Promise<unknown> {
  const { to } = app.config.backup
  if (!to || app.db.engine === 'none' || !(await isBackupDue(app.db.orm, app.now())))
    return 'not due'
  const ran = await app.db.withLease('nightly backup', async (lease) => {
    // Another process may have written it while this one asked.
    if (!(await isBackupDue(app.db.orm, app.now()))) return 'not due'
    const signal = AbortSignal.any([app.closing, lease.signal])
    const place = backupStorage(to, signal)
    const plain = await noted(app, 'nightly', signal, () => backUp(app, place, signal))
    if (plain && (await isRestoreTestDue(app.db.orm, app.now()))) {
      await noted(app, 'rehearsal', signal, () => testRestore(app, plain, place))
    }
    return 'done'
  })
  return ran ?? 'busy'
}

/** Tells owners where backups are missing, by any way: once for each time they end. */
export async function alertMissingBackups(app: AppContext): Promise<void> {
  if (app.db.engine === 'none') return
  await app.db.orm.transaction(async (tx) => {
    const missing = await missingBackups(tx, app)
    if (!missing) return
    const lastAt = missing.lastAt?.toISOString() ?? null
    const occasion = lastAt ?? 'never'
    await raiseAlert(tx, { at: app.now(), kind: 'backups-missing', facts: { lastAt }, occasion })
  })
}

type Result = Parameters<typeof endRun>[3]

/** Notes in the database how it went. Answers what the work did, or null where it failed. */
async function noted<T>(
  app: AppContext,
  kind: 'nightly' | 'rehearsal',
  signal: AbortSignal,
  work: () => Promise<{ answer: T; result: Result }>,
): Promise<T | null> {
  const { orm } = app.db
  const run = await beginRun(orm, kind, app.now())
  try {
    const { answer, result } = await work()
    await endRun(orm, run, app.now(), result)
    if (result.problem)
      app.log.error({ problem: result.problem }, `${kind} backup: not as it should be`)
    return answer
  } catch (error) {
    if (signal.aborted) {
      await dropRun(orm, run)
      return null
    }
    app.log.error({ err: error }, `${kind} backup: it failed`)
    const problem = sentenceOf(error)
    await endRun(orm, run, app.now(), { problem })
    if (kind === 'rehearsal') {
      const at = app.now()
      const alert = { at, kind: 'restore-rehearsal-failed', facts: { why: problem } } as const
      await orm.transaction((tx) => raiseAlert(tx, alert))
    }
    return null
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupError) return `${error.message}.`
  const said = databaseMessage(error)
  return said ? `The database or the disk failed: ${said}.` : 'It failed. The shop’s log says why.'
}

async function backUp(
  app: AppContext,
  place: BackupStorage,
  signal: AbortSignal,
): Promise<{ answer: BackupSource; result: Result }> {
  const { backup } = app.config
  const { orm } = app.db
  const began = app.now()
  const plain = await takeBackup(app.db, {
    ...secretsOf(app),
    now: began,
    media: app.mediaFiles,
  })
  const name = backupName(began, backup.key !== null)
  const source = { file: name, bytes: plain }
  // A cheap trial: its sums are those of what was read, before it is encrypted.
  await readBackup(source)
  const stored = backup.key ? await encryptBackup(plain, backup.key) : plain
  const sha256 = createHash('sha256').update(stored).digest('hex')
  signal.throwIfAborted()
  await place.store(name, stored)
  await recordBackup(orm, {
    now: app.now(),
    file: `${place.description}/${name}`,
    by: 'nightly backup',
  })
  const command = backup.command
    ? await withFile(place, name, stored, (path) => runCommand(backup, { path, sha256 }, signal))
    : null
  signal.throwIfAborted()
  for (const old of outlived(await place.names())) await place.remove(old)
  return {
    answer: source,
    result: {
      place: place.description,
      name,
      bytes: stored.length,
      sha256,
      commandExit: command?.exit ?? null,
      commandOutput: command?.output ?? null,
      problem: command && commandProblem(command),
    },
  }
}

/** The command is given the file where it lies, or a copy of what went to a bucket. */
async function withFile<T>(
  place: BackupStorage,
  name: string,
  bytes: Buffer,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = place.pathOf(name)
  if (path !== null) return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'four-nines-backup-'))
  try {
    await writeFile(join(folder, name), bytes, { mode: 0o600 })
    return await work(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function runCommand(
  { command }: Config['backup'],
  { path, sha256 }: { path: string; sha256: string },
  signal: AbortSignal,
): Promise<CommandResult> {
  const environment = { ...commandEnvironment(), BACKUP_FILE: path, BACKUP_SHA256: sha256 }
  return runBackupCommand(command ?? '', environment, signal)
}

function commandProblem({ exit, output, timedOut }: CommandResult): string | null {
  if (exit === 0) return null
  const how = timedOut ? 'took too long and was stopped' : `ended with ${exit ?? 'a signal'}`
  const last = output.split('\n').at(-1)
  return `The backup was written, but BACKUP_COMMAND ${how}${last ? `: ${last}` : ''}.`
}
