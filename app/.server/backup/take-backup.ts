import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Database, type Orm, rows } from '../platform/db/database.ts'
import { BackupError, type BackupHeader, backupFormat, backupText } from './backup-file.ts'
import { pinTextFormats, rowLines, tablesOf } from './table-rows.ts'

/**
 * What must not come back with a backup: sessions that have ended since, tries to sign in, what was
 * asked of a browser, a change of e-mail address that waits, the link that makes the first admin,
 * invitations, links to a buyer's orders, which process runs which job, what each knows of changes, and which backups were written. What has migrated
 * is in the header.
 */
export const notKept: ReadonlySet<string> = new Set([
  'admin_sessions',
  'backup_runs',
  'setup_links',
  'find_order_links',
  'invitations',
  'sign_in_attempts',
  'passkey_challenges',
  'admin_email_changes',
  'job_leases',
  'readiness_checks',
  'page_revisions',
  'web_processes',
  'rate_limits',
  'schema_migrations',
])

export type BackupOrigin = Pick<BackupHeader, 'secret' | 'secretMark'> & { now: Date }

/**
 * All that a shop's database holds at one moment, as the bytes of a backup, while others go on
 * writing. They are gathered here, so that nobody's slow disk is waited for inside the transaction;
 * the embedded database does nothing else meanwhile (about a second for each 50 MB of text).
 */
export function takeBackup(db: Database, origin: BackupOrigin): Promise<Buffer> {
  return db.alone(({ orm }) => takeBackupOn(orm, db.description, origin))
}

/** The same on a connection that one is alone on already. */
export async function takeBackupOn(
  orm: Orm,
  description: string,
  origin: BackupOrigin,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  await orm.transaction(
    async (tx) => {
      await pinTextFormats(tx)
      await pipeline(
        text(tx, description, origin),
        createGzip(),
        async (packed: AsyncIterable<Buffer>) => {
          for await (const chunk of packed) chunks.push(chunk)
        },
      )
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return Buffer.concat(chunks)
}

async function* text(tx: Orm, description: string, { now, ...secrets }: BackupOrigin) {
  const all = await tablesOf(tx)
  if (!all.some(({ name }) => name === 'schema_migrations')) {
    throw new BackupError('not there', `There is no shop in this database: ${description}`)
  }
  const tables = new Map(
    all.filter(({ name }) => !notKept.has(name)).map((table) => [table.name, table]),
  )
  const header: BackupHeader = {
    ...backupFormat,
    createdAt: now.toISOString(),
    from: description,
    migrations: await rows<{ name: string; checksum: string }>(
      tx,
      sql`select name, checksum from schema_migrations order by name collate "C"`,
    ),
    tables: [...tables.values()].map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
    })),
    ...secrets,
  }
  yield* backupText(header, (name) => {
    const table = tables.get(name)
    if (!table) throw new RangeError(`no table ${name}`)
    return rowLines(tx, table)
  })
}
