import { once } from 'node:events'
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Database, type Orm, rows } from '../platform/db/database.ts'
import type { MediaFiles } from '../platform/media-files.ts'
import { BackupError, type BackupHeader, backupFormat, backupText } from './backup-file.ts'
import { pictureLines, picturesIn, picturesLine, picturesTable } from './pictures.ts'
import { pinTextFormats, rowLines, tablesOf } from './table-rows.ts'

/**
 * What must not come back with a backup: sessions that have ended since, tries to sign in, what was
 * asked of a browser, a change of email address that waits, the link that makes the first admin,
 * invitations, links to a buyer's orders, keys and passwords that were saved as settings (a copy tried
 * elsewhere must not charge cards), which process runs which job, what each knows of changes, and which
 * backups were written. What has migrated is in the header.
 */
export const notKept: ReadonlySet<string> = new Set([
  'admin_sessions',
  'backup_runs',
  'saved_settings',
  'setup_links',
  'find_order_links',
  'invitations',
  'password_resets',
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

/** `media`: whose pictures go with the rows; without it, none do. */
export type BackupOrigin = Pick<BackupHeader, 'secret' | 'secretMark'> & {
  now: Date
  media?: Pick<MediaFiles, 'read'>
}

/**
 * All that a shop's database holds at one moment, as the bytes of a backup, while others go on
 * writing, and after it the pictures of its library, which never change. The bytes are gathered here,
 * so that nobody's slow disk is waited for inside the transaction; the embedded database does nothing
 * else in the meantime (about a second for each 50 MB of text), but for the pictures.
 */
export async function takeBackup(db: Database, origin: BackupOrigin): Promise<Buffer> {
  const taking = openTaking()
  const end = await db.alone(({ orm }) => taking.takeRows(orm, db.description, origin))
  return taking.finish(end)
}

/** The same on a connection that one is alone on already. */
export async function takeBackupOn(
  orm: Orm,
  description: string,
  origin: BackupOrigin,
): Promise<Buffer> {
  const taking = openTaking()
  return taking.finish(await taking.takeRows(orm, description, origin))
}

function openTaking() {
  const gzip = createGzip()
  const chunks: Buffer[] = []
  const packed = (async () => {
    for await (const chunk of gzip as AsyncIterable<Buffer>) chunks.push(chunk)
  })()
  // Waited for below; until then its failure is not one that nobody heard of.
  packed.catch(() => {})
  const write = async (text: string) => {
    if (!gzip.write(text)) await once(gzip, 'drain')
  }
  return {
    /** Writes the rows, and answers what is left to write. */
    async takeRows(orm: Orm, description: string, origin: BackupOrigin) {
      return orm.transaction(
        async (tx) => {
          await pinTextFormats(tx)
          const whole = text(tx, description, origin)
          for await (const part of untilPictures(whole)) await write(part)
          return whole
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      )
    },
    async finish(rest: AsyncGenerator<string>): Promise<Buffer> {
      // What is packed already is not worth the search for repetitions.
      await new Promise<void>((done) => gzip.flush(() => done()))
      const { params } = gzip as Gzip & ZlibParams
      await new Promise<void>((done) => params.call(gzip, 1, constants.Z_HUFFMAN_ONLY, done))
      for await (const part of rest) await write(part)
      gzip.end()
      await packed
      return Buffer.concat(chunks)
    },
  }
}

/** The first parts of a backup, and not beyond the line that names the pictures. */
async function* untilPictures(whole: AsyncGenerator<string>): AsyncGenerator<string> {
  for (;;) {
    const { value, done } = await whole.next()
    if (done) return
    yield value
    if (value === picturesLine) return
  }
}

async function* text(tx: Orm, description: string, { now, media, ...secrets }: BackupOrigin) {
  const all = await tablesOf(tx)
  if (!all.some(({ name }) => name === 'schema_migrations')) {
    throw new BackupError('not there', `There is no shop in this database: ${description}`)
  }
  const tables = new Map(
    all.filter(({ name }) => !notKept.has(name)).map((table) => [table.name, table]),
  )
  const ids = media && tables.has('media') ? await picturesIn(tx) : []
  const header: BackupHeader = {
    ...backupFormat,
    createdAt: now.toISOString(),
    from: description,
    migrations: await rows<{ name: string; checksum: string }>(
      tx,
      sql`select name, checksum from schema_migrations order by name collate "C"`,
    ),
    tables: [
      ...[...tables.values()].map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => column.name),
      })),
      ...(ids.length > 0 ? [picturesTable] : []),
    ],
    ...secrets,
  }
  yield* backupText(header, (name) => {
    const table = tables.get(name)
    if (table) return rowLines(tx, table)
    if (!media) throw new RangeError(`no table ${name}`)
    return pictureLines(media, ids)
  })
}
