/** The command line for backups: one file with everything, while the shop runs [OPS-08]. */
import { resolve } from 'node:path'
import { fail, main, wrongUsage } from './backup-exit.ts'

const [file, ...rest] = process.argv.slice(2)

if (!file || file.startsWith('-') || rest.length > 0) {
  process.stderr.write('\n  NO BACKUP was written.\n  npm run backup -- FILE\n\n')
  process.exit(wrongUsage)
}

try {
  const words = await main.writeBackup({
    config: main.readConfig(),
    // From where it was typed; npm itself goes to the shop's folder.
    file: resolve(process.env.INIT_CWD ?? '', file),
    log: main.openLog('error', { write: (line) => process.stderr.write(line) }),
    now: () => new Date(),
  })
  process.stdout.write(`${words.map((line) => `  ${line}\n`).join('')}`)
} catch (error) {
  fail('NO BACKUP was written.', error)
}
