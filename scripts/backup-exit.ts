import type { Obstacle } from '../app/.server/backup/backup-file.ts'

export const main = (await import(
  // The path is put together so that types come from the source, not from the build.
  new URL('../build/server/index.js', import.meta.url).href
)) as typeof import('../app/.server/main.ts')

/** sysexits.h: EX_USAGE, EX_CONFIG. */
export const [wrongUsage, wrongConfiguration] = [64, 78]

/** sysexits.h: EX_NOINPUT, EX_DATAERR, EX_CANTCREAT, EX_TEMPFAIL, EX_NOPERM. */
const codes: Record<Obstacle, number> = {
  'not there': 66,
  damaged: 65,
  'cannot be written': 73,
  busy: 75,
  refused: 77,
}

/** Says that it failed, why, and sets the exit code for scripts. */
export function fail(first: string, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  const expected = [main.BackupError, main.ConfigError, main.MigrationFailed].some(
    (kind) => error instanceof kind,
  )
  const said = main.databaseMessage(error)
  const refusal = main.wrongDatabaseSetting(error)
  const message = refusal ?? (expected || !said ? why : `The database could not do it: ${said}`)
  process.stderr.write(`\n  ${first}\n  ${message}\n\n`)
  if (!expected && !said && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode =
    error instanceof main.BackupError
      ? codes[error.obstacle]
      : error instanceof main.ConfigError || refusal
        ? wrongConfiguration
        : 1
}
