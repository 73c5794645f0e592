import * as build from 'virtual:react-router/server-build'
import type { ServerBuild } from 'react-router'
import { writeBackup } from './backup/backup-command.ts'
import { orAskRunningShop } from './platform/ask-running-server.ts'
import { askRunningShop } from './control-server.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { BackupProblem } from './backup/backup-error.ts'
import { databaseMessage } from './platform/db/database-message.ts'
import { createHost } from './platform/http/server.ts'
import { listen } from './platform/http/listen.ts'
import { openLog } from './platform/log.ts'
import { openShop } from './app.ts'
import { openRestore } from './backup/restore-command.ts'
import { planWords, restoredWords } from './backup/restore-messages.ts'
import type { Shop } from './app-context.ts'
import { runStaffCommand } from './admin-command.ts'
import { startBanner } from './start-banner.ts'

/**
 * What the server bundle hands to the scripts that serve it; the host included, so that it and the
 * routes are one module graph.
 */
export {
  askRunningShop,
  BackupProblem,
  ConfigProblem,
  databaseMessage,
  listen,
  openLog,
  openRestore,
  openShop,
  orAskRunningShop,
  planWords,
  readConfig,
  restoredWords,
  runStaffCommand,
  startBanner,
  writeBackup,
}

export function host(shop: Shop) {
  return createHost(shop, build as unknown as ServerBuild)
}
