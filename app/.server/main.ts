import * as build from 'virtual:react-router/server-build'
import type { ServerBuild } from 'react-router'
import { writeBackup } from './backup-command.ts'
import { orAskRunningShop } from './beside-shop.ts'
import { askRunningShop } from './command-door.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { BackupProblem } from './db/backup/backup-problem.ts'
import { databaseMessage } from './db/message-of.ts'
import { createHost } from './http/host.ts'
import { listen } from './http/listen.ts'
import { openLog } from './log.ts'
import { openShop } from './open-shop.ts'
import { openRestore } from './restore-command.ts'
import { planWords, restoredWords } from './restore-words.ts'
import type { Shop } from './shop.ts'
import { runStaffCommand } from './staff-command.ts'
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
