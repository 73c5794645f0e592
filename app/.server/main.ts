import type { IncomingMessage } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import type { ServerBuild } from 'react-router'
import { runAdminCommand } from './admin-command.ts'
import { createApp } from './app.ts'
import type { AppContext } from './app-context.ts'
import { writeBackup } from './backup/backup.ts'
import { BackupError } from './backup/backup-file.ts'
import { newBackupKey } from './backup/encryption.ts'
import { newKeyMessage, restoredMessage, restorePlanMessage } from './backup/messages.ts'
import { openRestore } from './backup/restore.ts'
import { runUpdate, type UpdateRun, updateSteps } from './backup/update.ts'
import { sizeKeyNow } from './catalog/queries/cached-catalog.ts'
import { ConfigError, readConfig } from './config.ts'
import { requestRunningServer } from './control-server.ts'
import { DiskFull } from './platform/db/data-folder.ts'
import { databaseMessage } from './platform/db/database.ts'
import { MigrationFailed } from './platform/db/migrate.ts'
import { wrongDatabaseSetting } from './platform/db/wrong-setting.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { openReadLimits } from './platform/http/limits/read-limits.ts'
import { openRequestLimit } from './platform/http/limits/request-limit.ts'
import { listen, maxConnections } from './platform/http/listen.ts'
import { openPageCache } from './platform/http/page-cache/page-cache.ts'
import { createHttpHandler } from './platform/http/server.ts'
import { openLog } from './platform/log.ts'
import { orAskRunningServer } from './platform/request-running-server.ts'
import { openItemsOfDatabase } from './setup/open-items-of-database.ts'
import { startBanner } from './start-banner.ts'
import { tryShop } from './trial-shop.ts'
import { openCountViews } from './visits/count-views.ts'

/**
 * What the server bundle hands to the scripts that serve it; the host included, so that it and the
 * routes are one module graph.
 */
export {
  BackupError,
  ConfigError,
  createApp,
  DiskFull,
  databaseMessage,
  listen,
  MigrationFailed,
  newBackupKey,
  newKeyMessage,
  openItemsOfDatabase,
  openLog,
  openRestore,
  orAskRunningServer,
  readConfig,
  requestRunningServer,
  restoredMessage,
  restorePlanMessage,
  runAdminCommand,
  startBanner,
  updateSteps,
  writeBackup,
  wrongDatabaseSetting,
}

export function host(app: AppContext) {
  const readLimits = openReadLimits(app)
  const { fetch } = createHttpHandler(app, build as unknown as ServerBuild, readLimits)
  const pageCache = openPageCache(
    app,
    async (path, pageLife, signal) =>
      fetch(new Request(new URL(path, app.publicUrl), { signal }), { pageLife }),
    app.config.pageCacheBytes,
    (productId, asked) => sizeKeyNow(app, productId, asked),
  )
  const mayMake = async (request: IncomingMessage) => {
    const address = clientAddress(request, app.config.trustProxy)
    return (await readLimits.retryAfter(address, request.url ?? '')) === null
  }
  const connections = app.config.trustProxy
    ? { ...maxConnections, ofOneNetwork: maxConnections.inAll }
    : maxConnections
  const requestLimit = openRequestLimit(app)
  const countRequest = openCountViews(app)
  return { fetch, requestLimit, countRequest, pageCache, mayMake, connections }
}

/** `npm run update`, with this build as the new shop. */
export const updateShop = (run: Omit<UpdateRun, 'check'>) =>
  runUpdate({ ...run, check: (db) => tryShop(run.config, db, host) })
