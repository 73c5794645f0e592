import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { backupsFolder } from '../before-update.ts'

/** In days; the privacy policy and docs/backups.md name eight weeks for every copy [BACKUP-10]. */
export const copyRetentionDays = 56

/** As they are named in swap-folder.ts, before-update.ts, restore.ts and update.ts, each with its moment. */
const [folderName, fileName, schemaName] = [
  /^before-restore-/,
  /^before-update-/,
  /^(before_restore|after_update)_[\d_]+$/,
]

/**
 * Deletes what updates and restores left of the shop before them, once it is eight weeks old: folders
 * and files in the data folder of this machine, schemas in the database. They hold what was erased since.
 */
export async function deleteOldCopies(app: AppContext): Promise<unknown> {
  const { db, config, log } = app
  if (db.engine === 'none') return 'no database'
  const isOld = (name: string) => {
    const at = copiedAt(name)
    return at !== null && app.now().getTime() - at > copyRetentionDays * 86_400_000
  }
  const places = [
    [config.dataDir, folderName],
    [backupsFolder(config), fileName],
  ] as const
  const deleted: string[] = []
  for (const [folder, pattern] of places) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((each) => pattern.test(each) && isOld(each))) {
      await rm(join(folder, name), { recursive: true, force: true })
      deleted.push(join(folder, name))
    }
  }
  const dropped = await db.withLease('delete old copies', () => dropSchemas(db.orm, isOld))
  deleted.push(...(dropped ?? []))
  if (deleted.length > 0)
    log.info({ deleted }, 'copies of the shop from before an update or restore were deleted')
  return deleted
}

async function dropSchemas(orm: Orm, isOld: (name: string) => boolean): Promise<string[]> {
  const found = await rows<{ name: string }>(
    orm,
    sql`select nspname as name from pg_namespace where nspname <> current_schema()`,
  )
  const old = found.map(({ name }) => name).filter((name) => schemaName.test(name) && isOld(name))
  for (const name of old) await orm.execute(sql`drop schema ${sql.identifier(name)} cascade`)
  return old
}

/** The moment in a name: 2026-03-11T16-00-00Z, 2026_03_11_16_00_00 or 20260311160000123. */
function copiedAt(name: string): number | null {
  const found = /(2\d{3})[-_]?(\d\d)[-_]?(\d\d)[-_T]?(\d\d)[-_]?(\d\d)[-_]?(\d\d)/.exec(name)
  if (!found) return null
  const [, year, month, day, hour, minute, second] = found
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}
