import type { Connection } from '../platform/db/database.ts'
import { type MigrationFile, migrateOn } from '../platform/db/migrate.ts'
import { BackupError } from './backup-error.ts'
import { type BackupContents, type BackupHeader, readBackup } from './backup-file.ts'
import {
  insertLines,
  moveCounters,
  pinTexts,
  sumOf,
  type TableShape,
  tablesOf,
} from './text-rows.ts'

/**
 * Fills an empty schema from a backup: makes the tables as they were, puts the rows in, reads them
 * out again and compares, then brings the tables up to date. Throws a BackupError that tells what
 * does not fit. Answers the tables of the file that no version of the shop made: they stay in it.
 */
export async function fillFromBackup(
  connection: Connection,
  file: string,
  { header, tables }: BackupContents,
  migrations: readonly MigrationFile[],
): Promise<string[]> {
  await migrateOn(connection, thatHadRun(header, migrations))
  const strange: string[] = []
  await connection.orm.transaction(async (tx) => {
    await pinTexts(tx)
    const made = new Map((await tablesOf(tx)).map((shape) => [shape.name, shape]))
    const shapes = new Map<string, TableShape>()
    for (const { name, columns } of header.tables) {
      const shape = made.get(name)
      if (shape) shapes.set(name, asInBackup(shape, columns))
      else strange.push(name)
    }
    await readBackup(file, async (name, lines) => {
      const shape = shapes.get(name)
      if (shape) await insertLines(tx, shape, lines)
    })
    for (const [name, shape] of shapes) {
      await moveCounters(tx, shape)
      const [now, then] = [await sumOf(tx, shape), tables.get(name)]
      if (now.rows !== then?.rows || now.sha256 !== then.sha256) {
        throw new BackupError('refused', `The table ${name} does not come back as it was`)
      }
    }
  })
  await migrateOn(connection, migrations)
  return strange
}

/** The migrations a backup was written after. Throws where this version of the shop lacks one. */
export function thatHadRun(
  { migrations: ran }: BackupHeader,
  known: readonly MigrationFile[],
): MigrationFile[] {
  return ran.map(({ name, checksum }) => {
    const file = known.find((each) => each.name === name)
    if (!file) {
      throw new BackupError(
        'refused',
        `The backup was written by a newer version of the shop (${name}); update the shop, then restore it`,
      )
    }
    if (file.checksum !== checksum) {
      throw new BackupError(
        'refused',
        `db/migrations/${name} was changed after the backup was written; restore that file, then the backup`,
      )
    }
    return file
  })
}

/** The table with its columns in the order of the backup's rows. */
function asInBackup(shape: TableShape, columns: readonly string[]): TableShape {
  return {
    ...shape,
    columns: columns.map((name) => {
      const column = shape.columns.find((each) => each.name === name)
      if (column) return column
      throw new BackupError(
        'refused',
        `The backup has a column ${shape.name}.${name}, which no version of the shop made`,
      )
    }),
  }
}
