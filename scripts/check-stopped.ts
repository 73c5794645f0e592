/** Says so where the shop runs, before an update rebuilds the program under it [UPDATE-01]. */
import { BackupError } from '../app/.server/backup/backup-file.ts'
import { refuseRunningShop } from '../app/.server/backup/update.ts'
import { ConfigError, readConfig } from '../app/.server/config.ts'
import { openLog } from '../app/.server/platform/log.ts'

try {
  await refuseRunningShop(readConfig(), openLog('silent'))
} catch (error) {
  // What else is in the way, a database that does not answer say, the update itself says.
  if (error instanceof BackupError || error instanceof ConfigError) {
    process.stderr.write(`\n  NOT updated: nothing was changed.\n  ${error.message}\n\n`)
    // sysexits.h: EX_TEMPFAIL
    process.exitCode = 75
  }
}
