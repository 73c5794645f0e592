/**
 * The command line for admins. Where a shop runs on the embedded database, the running shop does it;
 * else this process opens the database by itself, PostgreSQL also beside a running shop.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { AdminCommand, AdminCommandResult } from '../app/.server/admin-command.ts'

const {
  askRunningServer,
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

const usage = `
  npm run admin -- create EMAIL [--password-stdin] [--json]
  npm run admin -- list [--json]
  npm run admin -- remove EMAIL [--json]
  npm run admin -- reset-2fa EMAIL [--json]
`

/** sysexits.h: EX_USAGE, EX_CONFIG. */
const [wrongUsage, wrongConfiguration] = [64, 78]

try {
  const { command, json } = await readCommand()
  const { ok, text, json: data } = await answerTo(command)
  const stream = ok || json ? process.stdout : process.stderr
  stream.write(`${json ? JSON.stringify(data) : text}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`\n  ${error.message}\n\n`)
  process.exitCode = wrongConfiguration
}

async function readCommand(): Promise<{ command: AdminCommand; json: boolean }> {
  const { values, positionals } = (() => {
    try {
      return parseArgs({
        allowPositionals: true,
        options: { json: { type: 'boolean' }, 'password-stdin': { type: 'boolean' } },
      })
    } catch (error) {
      return explain(error instanceof Error ? error.message : '')
    }
  })()
  const [command, email = '', ...rest] = positionals
  const json = values.json === true
  if (rest.length > 0) explain('That is more than is asked for.')
  if (command === 'list' && email === '') return { command: { command }, json }
  if (command !== 'create' && command !== 'remove' && command !== 'reset-2fa') explain('')
  if (email === '') explain('Whose? Add an e-mail address.')
  if (command !== 'create') return { command: { command, email }, json }
  const password = values['password-stdin'] ? await fromStandardInput() : await typed()
  return { command: { command, email, password }, json }
}

function explain(why: string): never {
  process.stderr.write(`${why && `\n  ${why}\n`}${usage}\n`)
  process.exit(wrongUsage)
}

async function fromStandardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.replace(/\r?\n$/, '')
}

/** Asked for twice, and not shown. */
async function typed(): Promise<string> {
  if (!process.stdin.isTTY) {
    explain('There is nobody to type a password; give it to standard input with --password-stdin.')
  }
  const password = await hidden('  Password, 12 characters or more: ')
  if ((await hidden('  The same again: ')) !== password) explain('Those were two different ones.')
  return password
}

async function hidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return answer
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
    () => askRunningServer(config.dataDir, command),
  )
}
