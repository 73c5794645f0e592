import { sql } from 'drizzle-orm'
import type { Connection } from '../platform/db/database.ts'
import { isUnreleased, type MigrationFile, migrateOn } from '../platform/db/migrate.ts'
import {
  type BackupContents,
  BackupError,
  type BackupHeader,
  type BackupSource,
  readBackup,
  valuesOf,
} from './backup-file.ts'
import { picturesTable } from './pictures.ts'
import {
  advanceSequences,
  insertLines,
  pinTextFormats,
  sumOf,
  type TableShape,
  tablesOf,
} from './table-rows.ts'

/**
 * Fills an empty schema from a backup: makes the tables as they were, puts the rows in, reads them
 * out again and compares, then brings the tables up to date. Throws a BackupError that says what
 * does not fit. Answers the tables of the file that no version of the shop made: they stay in it.
 */
export async function restoreRows(
  connection: Connection,
  source: BackupSource,
  { header, tables }: BackupContents,
  migrations: readonly MigrationFile[],
): Promise<string[]> {
  await migrateOn(connection, migrationsOf(header, migrations))
  const unknownTables: string[] = []
  await connection.orm.transaction(async (tx) => {
    await pinTextFormats(tx)
    // Rows that are hashed come back with their hashes (db/migrations/0002_chains.sql).
    await tx.execute(sql`set local shop.restoring = 'on'`)
    const tablesNow = new Map((await tablesOf(tx)).map((shape) => [shape.name, shape]))
    const shapes = new Map<string, TableShape>()
    for (const { name, columns } of header.tables) {
      const shape = tablesNow.get(name)
      if (shape) shapes.set(name, asInBackup(shape, columns))
      else if (name !== picturesTable.name) unknownTables.push(name)
    }
    await readBackup(source, async (name, lines) => {
      const shape = shapes.get(name)
      if (!shape) return
      for (const line of lines) valuesOf(line)
      await insertLines(tx, shape, lines)
    })
    for (const [name, shape] of shapes) {
      await advanceSequences(tx, shape)
      const [now, then] = [await sumOf(tx, shape), tables.get(name)]
      if (now.rows !== then?.rows || now.sha256 !== then.sha256) {
        throw new BackupError('refused', `The table ${name} does not come back as it was`)
      }
    }
  })
  await migrateOn(connection, migrations)
  return unknownTables
}

/** The migrations a backup was written after. Throws where this version of the shop lacks one. */
export function migrationsOf(
  { migrations: ran }: BackupHeader,
  known: readonly MigrationFile[],
): MigrationFile[] {
  if (isUnreleased(ran)) {
    throw new BackupError(
      'refused',
      'The backup was written by a version of the shop from before its first release, whose tables this version cannot read. Nothing was changed: restore it with the last version before the first release, or start with an empty database',
    )
  }
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
