/** The command line of an update: a backup, a trial on a copy, the change, a check [UPDATE-01]. */
import { fail, main } from './backup-exit.ts'

let step = 0
let changed = false

try {
  const { migrations, kept } = await main.updateShop({
    config: main.readConfig(),
    log: main.openLog('error', { write: (line) => process.stderr.write(line) }),
    now: () => new Date(),
    say: (name, message) => {
      step += 1
      changed = name === 'check'
      process.stdout.write(`  ${step}/${main.updateSteps.length} ${name}: ${message}…\n`)
    },
  })
  const words =
    migrations.length === 0
      ? ['The database is up to date. Start the shop: npm start']
      : [
          `Updated, and checked: ${migrations.join(', ')}.`,
          ...(kept
            ? [`The database of before is in ${kept}; the shop deletes it after eight weeks.`]
            : []),
          'Start the shop: npm start',
        ]
  process.stdout.write(words.map((line) => `  ${line}\n`).join(''))
} catch (error) {
  fail(
    changed
      ? 'NOT updated: the new shop did not serve, so the database of before was put back.'
      : 'NOT updated: nothing was changed. The older version of the shop runs on its database as before.',
    error,
  )
}
