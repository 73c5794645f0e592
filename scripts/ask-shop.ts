/**
 * How commands reach the shop. Where one runs on the embedded database, the running shop does it; else
 * this process opens the database directly; PostgreSQL even while the shop runs.
 */
import type { AdminCommand, AdminCommandResult } from '../app/.server/admin-command.ts'

const {
  requestRunningServer,
  ConfigError,
  openLog,
  createApp,
  orAskRunningServer,
  readConfig,
  runAdminCommand,
} = (await import(
  // The path is put together so that types come from the source, not from the build.
  new URL('../build/server/index.js', import.meta.url).href
)) as typeof import('../app/.server/main.ts')

/** sysexits.h: EX_USAGE, EX_CONFIG. */
const [wrongUsage, wrongConfiguration] = [64, 78]

/** Has it done, prints the answer, and ends with 1 where it could not be done. */
export async function printResponse(command: AdminCommand, json: boolean): Promise<void> {
  try {
    const { ok, text, json: data } = await answerTo(command)
    const stream = ok || json ? process.stdout : process.stderr
    stream.write(`${json ? JSON.stringify(data) : text}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`\n  ${error.message}\n\n`)
    process.exitCode = wrongConfiguration
  }
}

export function explain(why: string, usage: string): never {
  process.stderr.write(`${why && `\n  ${why}\n`}${usage}\n`)
  process.exit(wrongUsage)
}

async function answerTo(command: AdminCommand): Promise<AdminCommandResult> {
  const config = readConfig()
  const log = openLog('error', { write: (line) => process.stderr.write(line) })
  return orAskRunningServer(
    async () => {
      const open = await createApp(config, { log })
      try {
        return await runAdminCommand(open.context, command)
      } finally {
        await open.close()
      }
    },
    () => requestRunningServer(config.dataDir, command),
  )
}
