/** The command line for backups: one file with everything, while the shop runs [OPS-08, BACKUP-01]. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, main, wrongUsage } from './backup-exit.ts'

const usage = `npm run backup -- FILE [--plain]
  npm run backup -- --new-key KEYFILE`

const { newKey, file, plain } = readCommand()

try {
  const words = newKey
    ? main.newKeyMessage(newKey, await main.newBackupKey(newKey, new Date()))
    : await main.writeBackup({
        config: main.readConfig(),
        file,
        plain,
        log: main.openLog('error', { write: (line) => process.stderr.write(line) }),
        now: () => new Date(),
      })
  process.stdout.write(words.map((line) => `  ${line}\n`).join(''))
} catch (error) {
  fail(newKey ? 'NO KEY was made.' : 'NO BACKUP was written.', error)
}

function readCommand(): { newKey: string | null; file: string; plain: boolean } {
  // From where it was typed; npm itself goes to the shop's folder.
  const path = (name: string) => resolve(process.env.INIT_CWD ?? '', name)
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { plain: { type: 'boolean' }, 'new-key': { type: 'string' } },
    })
    const newKey = values['new-key']
    const [named, ...rest] = positionals
    if (newKey && !named) return { newKey: path(newKey), file: '', plain: false }
    if (newKey || !named || rest.length > 0) throw new Error()
    return { newKey: null, file: path(named), plain: values.plain === true }
  } catch {
    process.stderr.write(`\n  NO BACKUP was written.\n  ${usage}\n\n`)
    process.exit(wrongUsage)
  }
}
