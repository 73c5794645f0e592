/** Reads the settings and says what is wrong with them, before anything is built or opened [OPS-02]. */
import { ConfigError, readConfig } from '../app/.server/config.ts'

/** sysexits.h EX_CONFIG */
const wrongConfiguration = 78

try {
  readConfig()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`\n  The shop cannot start. ${error.message}\n\n`)
  process.exitCode = wrongConfiguration
}
