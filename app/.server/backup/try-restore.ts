import type { Logger } from 'pino'
import type { Connection, Database } from '../platform/db/database.ts'
import { embeddedEngine } from '../platform/db/engines.ts'
import { migrationFiles } from '../platform/db/migrate.ts'
import { type BackupSource, readBackup } from './backup-file.ts'
import { checkPictures } from './pictures.ts'
import { restoreRows } from './restore-rows.ts'
import { inScratchSchema } from './swap-schema.ts'

/**
 * Restores a backup as `npm run restore` would, into tables that are thrown away: row counts and sums
 * over every value of each table must come back as they were, and the migrations that came later must
 * run on them. Throws what went wrong.
 */
export async function tryRestore(
  { engine, connection, log }: { engine: Database['engine']; connection: Connection; log: Logger },
  source: BackupSource,
): Promise<void> {
  const contents = await readBackup(source)
  checkPictures(contents)
  const files = await migrationFiles()
  if (engine === 'postgresql') {
    await inScratchSchema(connection, 'trial_restore', async () => {
      await restoreRows(connection, source, contents, files)
    })
    return
  }
  const { openEmbedded } = await embeddedEngine()
  // In memory: nothing of it can be left behind on a disk.
  const scratch = await openEmbedded('memory://', log)
  await scratch.alone((it) => restoreRows(it, source, contents, files)).finally(scratch.close)
}
