import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import type { Database } from '#app/.server/db/database.ts'
import { openEmbedded } from '#app/.server/db/embedded.ts'
import { migrate } from '#app/.server/db/migrate.ts'
import { seed } from '#app/.server/db/seed.ts'

const silent = pino({ level: 'silent' })

/** Made once a test process; each database begins from its files, in a fraction of the time. */
let seeded: Promise<Blob> | undefined

/** A migrated, seeded embedded database in memory. The caller closes it. */
export async function memoryDatabase(): Promise<Database> {
  seeded ??= makeSeeded()
  return openEmbedded('memory://', silent, { startFrom: await seeded })
}

async function makeSeeded(): Promise<Blob> {
  const client = await PGlite.create('memory://')
  const db = await openEmbedded('memory://', silent, { client })
  await migrate(db)
  await seed(db)
  const files = await client.dumpDataDir('none')
  await db.close()
  return files
}
