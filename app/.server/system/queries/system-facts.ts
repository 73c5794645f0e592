import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { storageDescription } from '#app/.server/backup/backup-storage.ts'
import { backupHealth } from '#app/.server/backup/last-backup.ts'
import { storedBackups } from '#app/.server/backup/stored-backups.ts'
import type { Config } from '#app/.server/config.ts'
import { emailQueue } from '#app/.server/emails/queries/email-queue.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { plainUpdateMessage, type SourceFacts, sourceFacts, updateMessage } from '../git-facts.ts'
import { type DebugRun, feedRun, jobRuns } from './debug-panel.ts'
import { paymentMode } from './health.ts'

/** Never throws: what cannot be read is null. */
export async function systemFacts(app: AppContext) {
  const { SHOP_VERSION: version, SHOP_BUILT_AT: builtAt, SHOP_COMMIT: commit } = import.meta.env
  const [source, database, backup, email, disk] = await Promise.all([
    sourceFacts(),
    databaseFacts(app),
    backupFacts(app),
    emailQueue(app),
    diskFacts(app),
  ])
  const kept = app.cache.pages?.()
  return {
    now: app.now().toISOString(),
    version: {
      version: version ?? 'not built',
      commit: commit ?? '',
      builtAt: builtAt ?? null,
      node: process.version,
      system: `${process.platform} ${process.arch}`,
      startedAt: new Date(app.now().getTime() - process.uptime() * 1000).toISOString(),
      memory: process.memoryUsage.rss(),
    },
    update: updateFacts(commit ?? '', source),
    /** null while the database does not answer. */
    database,
    backup,
    jobs: jobRuns(app),
    feeds: app.goldFeeds.map(({ name }) => feedRun(app, name)),
    mail: email && { ...email, sends: app.mail !== null },
    /** null: pages are not kept in this process. */
    pageCache: kept ? { ...kept, limit: app.config.pageCacheBytes } : null,
    /** null where the system does not say. */
    disk,
    settings: settingFacts(app),
  }
}

/** How the shop runs, for its owner and helpers [SYSTEM-01]. Times in ISO 8601, sizes in bytes. */
export type SystemFacts = Awaited<ReturnType<typeof systemFacts>>

function updateFacts(running: string, source: SourceFacts) {
  return {
    sentence: updateMessage(running, source),
    plain: plainUpdateMessage(running, source),
    lastAskedAt: source.known?.at.toISOString() ?? null,
  }
}

async function databaseFacts(app: AppContext) {
  const read = await withFallback(app, async ({ orm, engine }) => {
    const [found] = await rows<{
      server: string
      size: string
      migrations: string
      name: string
      at: Date | string
    }>(
      orm,
      sql`select current_setting('server_version') as server,
          pg_database_size(current_database()) as size,
          (select count(*) from schema_migrations) as migrations, name, applied_at as at
        from schema_migrations order by name desc limit 1`,
    )
    if (!found) return null
    return {
      engine: engine === 'embedded' ? 'embedded (PGlite)' : 'PostgreSQL',
      server: found.server,
      size: Number(found.size),
      migrations: Number(found.migrations),
      lastMigration: found.name,
      lastMigrationAt: new Date(found.at).toISOString(),
    }
  })
  return read?.value ?? null
}

async function backupFacts(app: AppContext) {
  const { to, key } = app.config.backup
  const health = await backupHealth(app)
  const stored = await withFallback(app, ({ orm }) => storedBackups(orm, to))
  if (!health || !stored) return null
  return {
    health: health.shown,
    stored: stored.value,
    place: to && storageDescription(to),
    encrypted: key !== null,
  }
}

async function diskFacts({ config }: AppContext) {
  const found = await statfs(config.dataDir).catch(() => null)
  // Some network and virtual file systems do not report their size.
  if (!found || found.blocks === 0) return null
  const { bavail, blocks, bsize } = found
  return { free: bavail * bsize, total: blocks * bsize, folder: config.dataDir }
}

/** What is set, never to what: no address, name or key [SYSTEM-04]. */
function settingFacts(app: AppContext): Record<string, string> {
  const { config } = app
  const isSet = (value: unknown) => (value ? 'set' : 'not set')
  return {
    payments: paymentMode(app),
    'public address': config.publicUrl?.startsWith('https:') ? 'https' : isSet(config.publicUrl),
    'mail server': isSet(config.mail.smtp),
    journal: config.contentSite ? 'WordPress' : 'built in',
    labels: config.labels ? (config.labels.live ? 'EasyPost, live' : 'EasyPost, test') : 'off',
    'gold sources': config.gold.sources.join(', ') || 'none',
    backups: backupSetting(config),
    'trusted proxies': String(config.trustProxy),
    'web processes': String(config.webProcesses),
    'log level': config.logLevel,
  }
}

function backupSetting({ backup }: Config): string {
  const to = backup.to ? `nightly to a ${backup.to.kind === 'folder' ? 'folder' : 'bucket'}` : 'off'
  return `${to}, ${backup.key ? 'encrypted' : 'not encrypted'}`
}

/**
 * The facts to ask for help with: no setting's value, no folder, no buyer [SYSTEM-04]. Texts of others
 * (answers of mail servers and feeds, problems of backups) may quote such and are left out.
 */
export async function factsForHelp(app: AppContext) {
  const { backup, mail: email, disk, jobs, feeds, ...facts } = await systemFacts(app)
  const runs = (all: DebugRun[]) => all.map(({ name, at, failed }) => ({ name, at, failed }))
  return {
    ...facts,
    backup: backup && {
      last: backup.health.last?.at ?? null,
      rehearsal: backup.health.rehearsal,
      nights: backup.stored.map(({ at, bytes }) => ({ at, bytes })),
    },
    mail: email && {
      sends: email.sends,
      waiting: email.waiting,
      retried: email.retried,
      failed: email.failed,
      lastErrorAt: email.lastError?.at ?? null,
    },
    disk: disk && { free: disk.free, total: disk.total },
    jobs: runs(jobs),
    feeds: runs(feeds),
    errors: app.cache.errors.map(({ at, code }) => ({ at: at.toISOString(), code })),
  }
}
