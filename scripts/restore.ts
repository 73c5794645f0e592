/** The command line for restoring a backup: shows what it would do, asks, and does it [OPS-08]. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { fail, main, wrongUsage } from './backup-exit.ts'

const usage = 'npm run restore -- FILE [--identity KEYFILE] [--yes]'
const answerMeant = 'restore'

const { file, identity, yes } = readCommand()

try {
  const config = main.readConfig()
  const log = main.openLog('error', { write: (line) => process.stderr.write(line) })
  const restore = await main.openRestore({ config, file, identity, log })
  try {
    print(main.restorePlanMessage(restore, file))
    if (yes || (await agreed())) {
      print(main.restoredMessage(restore, await restore.apply(new Date()), config))
    } else {
      fail('NOTHING was restored, and nothing changed.', 'You did not agree.')
    }
  } finally {
    await restore.close()
  }
} catch (error) {
  fail('NOTHING was restored, and nothing changed.', error)
}

function readCommand(): { file: string; identity: string | null; yes: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { yes: { type: 'boolean' }, identity: { type: 'string' } },
    })
    const [named, ...rest] = positionals
    if (!named || rest.length > 0) throw new Error(usage)
    if (values.identity?.startsWith('AGE-SECRET-KEY')) {
      throw new Error('Name the file of the key, not the key: others can read a command line.')
    }
    // From where it was typed; npm itself goes to the shop's folder.
    const path = (name: string) => resolve(process.env.INIT_CWD ?? '', name)
    return {
      file: path(named),
      identity: values.identity ? path(values.identity) : null,
      yes: values.yes === true,
    }
  } catch (error) {
    process.stderr.write(`\n  ${error instanceof Error ? error.message : ''}\n  ${usage}\n\n`)
    process.exit(wrongUsage)
  }
}

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(`\n  There is nobody to ask; add --yes to confirm in advance.\n`)
    return false
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await Promise.race([
    lines.question(`\n  Type ${answerMeant} to go on: `),
    // Left without an answer.
    once(lines, 'close').then(() => ''),
  ])
  lines.close()
  return answer.trim().toLowerCase() === answerMeant
}

/** A file may be anybody's: what it says moves no cursor of the terminal. */
function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `  ${line.replace(/\p{Cc}/gu, '')}\n`).join(''))
}
