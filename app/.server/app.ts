import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AppContext } from './app-context.ts'
import { type PasswordCost, passwordCost } from './auth/crypto.ts'
import { prepareUpdate } from './backup/before-update.ts'
import { checkBackupKey } from './backup/encryption.ts'
import { finishRestore } from './backup/swap-folder.ts'
import { currentCatalog } from './catalog/queries/cached-catalog.ts'
import { prepareCatalog } from './catalog/queries/catalog-index.ts'
import { type Config, ConfigError } from './config.ts'
import { currentTexts } from './content/current-texts.ts'
import { removeControlFile, startControlServer } from './control-server.ts'
import { checkLabelSettings, chooseLabels } from './fulfillment/gateway/choose-labels.ts'
import { goldFeeds } from './gold-price/feeds/gold-feeds.ts'
import { startJobs } from './jobs.ts'
import { openPictureMaker } from './media/picture-maker.ts'
import { checkPaymentSettings, choosePayments } from './payments/gateway/choose-payments.ts'
import { type DataFolderLock, lockDataFolder } from './platform/db/data-folder.ts'
import { type Database, sqlState } from './platform/db/database.ts'
import { embeddedEngine, postgresEngine } from './platform/db/engines.ts'
import { narrowRights } from './platform/db/folder-rights.ts'
import { MigrationFailed, migrate } from './platform/db/migrate.ts'
import { followEmbedded, followPostgres, openRevisions } from './platform/db/revisions/revisions.ts'
import { seed } from './platform/db/seed.ts'
import { isMistake, unavailableDatabase } from './platform/db/with-database.ts'
import { endOutage, noteOutage } from './platform/db/with-fallback.ts'
import { databaseTrouble, wrongDatabaseSetting } from './platform/db/wrong-setting.ts'
import { openLog, type RecentError, withRecentErrors } from './platform/log.ts'
import { openMediaFiles } from './platform/media-files.ts'
import { shopSecrets } from './platform/secret.ts'
import { followSavedSettings } from './setup/apply-saved-settings.ts'
import { lostSecretMessage } from './signing/signing-key.ts'
import { startStoringVisits } from './visits/commands/store-visits.ts'
import { openVisitCounter } from './visits/visit-counter.ts'

export type App = {
  context: AppContext
  /** Begins the jobs; apart, so that the port is taken first. All but one wait for `pauseMs`; left out, a second. */
  startJobs(pauseMs?: number): void
  /** Ends streams and jobs at once; the database only once `drained`, so open requests finish. */
  close(drained?: Promise<unknown>): Promise<void>
}

const retryDatabaseMs = 3000

/** What tests replace: the clock, the log, a database in memory, and what a password costs to hash. */
export type AppOverrides = {
  now?: () => Date
  log?: Logger
  database?: Database
  passwordCost?: PasswordCost
}

/**
 * The composition root: opens everything the shop needs of the world, once. A PostgreSQL server
 * that does not answer yet is no obstacle: the shop opens with the built-in catalog and goes on
 * trying.
 */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const closing = new AbortController()
  const now = overrides.now ?? (() => new Date())
  const errors: RecentError[] = []
  const log = withRecentErrors(overrides.log ?? openLog(config.logLevel), errors, now)
  for (const warning of config.warnings) log.warn(warning)
  checkPaymentSettings(config)
  checkLabelSettings(config)
  checkBackupKey(config.backup.key)
  const folder =
    config.database === 'embedded' && !overrides.database
      ? await openFolder(config.dataDir, log)
      : null
  // Pictures, uploads and backups are in it also beside a PostgreSQL server.
  if (config.database === 'postgresql') narrowRights(config.dataDir)
  const app: AppContext = {
    config,
    log,
    now,
    db: unavailableDatabase(
      config.database === 'none'
        ? 'none: a showcase of the built-in pendants; nothing is stored'
        : 'not answering; showing the built-in pendants, and trying again',
    ),
    ...shopSecrets(config),
    passwordCost: overrides.passwordCost ?? passwordCost,
    goldFeeds: goldFeeds(config.gold),
    payments: null,
    labels: null,
    mail:
      config.mail.smtp && (await import('./emails/gateway/smtp.ts')).smtpEmail(config.mail.smtp),
    contentSite:
      config.contentSite &&
      (await import('./content/site/content-site.ts')).wordpressSite(config.contentSite, log, now),
    mediaFiles: openMediaFiles(config.media, closing.signal),
    pictureMaker: openPictureMaker(),
    uploads: new Map(),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    revisions: openRevisions(log, { isSure: config.database === 'none' }),
    visits: openVisitCounter(),
    closing: closing.signal,
    cache: {
      catalog: null,
      goldPrice: null,
      feeds: new Map(),
      jobs: new Map(),
      errors,
    },
  }
  app.revisions.onRaise((area) => {
    // Read at once, so that no visitor waits for it.
    if (area === 'catalog') void currentCatalog(app).then(prepareCatalog)
    // Emails, papers and pages name the shop by what was saved last.
    if (area === 'settings') void currentTexts(app)
  })
  const stops: (() => Promise<void>)[] = []
  try {
    app.payments = await choosePayments(app)
    app.labels = await chooseLabels(config, closing.signal)
    const connect = async () => {
      const db = overrides.database ?? (await openDatabase(config, log))
      if (!db) return
      try {
        if (!overrides.database) {
          await migrate(db, undefined, log, (connection) =>
            prepareUpdate({ config, log, now }, db, connection),
          )
          await seed(db)
        }
        stops.push(
          db.engine === 'embedded'
            ? await followEmbedded(db, app.revisions)
            : await followPostgres(db, app.revisions, log),
          // Before anything is asked of the database: no order is taken by another key.
          await followSavedSettings(db, app),
        )
      } catch (error) {
        if (!overrides.database) await db.close().catch(() => {})
        if (!folder || error instanceof ConfigError) throw error
        log.error({ err: error }, 'the embedded database cannot be read')
        const { damaged } = await embeddedEngine()
        damaged(join(config.dataDir, 'db'), error)
      }
      endOutage(app)
      app.db = db
      await currentTexts(app)
      const lost = await lostSecretMessage(app).catch(() => null)
      if (lost) log.error(lost)
      if (!overrides.database) stops.push(() => db.close())
    }
    if (config.database === 'postgresql' && !overrides.database) {
      await connect().catch((error) => reconnectUntilUp(app, connect, error))
    } else {
      await connect()
    }
    if (folder) stops.unshift(await startControlServer(app))
    stops.unshift(startStoringVisits(app))
  } catch (error) {
    folder?.release()
    throw error
  }
  return {
    context: app,
    startJobs(pauseMs) {
      stops.unshift(startJobs(app, pauseMs))
    },
    async close(drained = Promise.resolve()) {
      closing.abort()
      await drained
      for (const stop of stops) await stop()
      app.pictureMaker.close()
      folder?.release()
    },
  }
}

/** The data folder, for this process alone, with the files of a database in it. */
async function openFolder(dataDir: string, log: Logger): Promise<DataFolderLock> {
  const folder = lockDataFolder(dataDir)
  try {
    removeControlFile(dataDir)
    finishRestore(dataDir)
    // Before the secret is made or read: a secret without a database means that the database was lost.
    await (await embeddedEngine()).prepareFiles(dataDir, log)
    return folder
  } catch (error) {
    folder.release()
    throw error
  }
}

async function openDatabase(config: Config, log: Logger): Promise<Database | null> {
  if (config.database === 'none') return null
  if (config.databaseUrl) {
    const { openPostgres } = await postgresEngine()
    return openPostgres(config.databaseUrl, log, { poolSize: config.databasePoolSize })
  }
  return (await embeddedEngine()).openEmbedded(config.dataDir, log)
}

/**
 * A server that is merely away is waited for; one that refuses this shop, or cannot serve it, stops the
 * start [ENV-05].
 */
async function reconnectUntilUp(
  app: AppContext,
  connect: () => Promise<void>,
  failure: unknown,
): Promise<void> {
  const lasting = lastingFailure(failure)
  if (lasting) throw new ConfigError(lasting, { cause: failure })
  const trouble = databaseTrouble(failure)
  app.log.error(
    { reason: trouble ?? (failure instanceof Error ? failure.message : String(failure)) },
    trouble
      ? 'the database cannot be used yet; the shop shows its built-in catalog and goes on trying'
      : 'the database does not answer; the shop shows its built-in catalog and goes on trying',
  )
  if (trouble) app.db = unavailableDatabase('cannot be used yet; the log says why')
  noteOutage(app, trouble)
  const again = async () => {
    let said = trouble
    while (!app.closing.aborted) {
      await sleep(retryDatabaseMs, undefined, { ref: false })
      try {
        await connect()
        app.log.info('the database answers')
        return
      } catch (error) {
        const reason = lastingFailure(error) ?? databaseTrouble(error)
        noteOutage(app, reason)
        if (reason && reason !== said) app.log.error({ reason }, 'the database cannot be used')
        said = reason
      }
    }
  }
  void again()
}

/** The message of a failure that retrying cannot fix; null for any other. */
function lastingFailure(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message
  if (error instanceof MigrationFailed && isMistake(sqlState(error))) return error.message
  return wrongDatabaseSetting(error)
}
