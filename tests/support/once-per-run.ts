import { cpSync } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'
import { migrate } from '#app/.server/platform/db/migrate.ts'
import { seed } from '#app/.server/platform/db/seed.ts'

const silent = pino({ level: 'silent' })

/** Where the processes of one run share what is slow to make; null outside of a run. */
export const sharedFolder = (): string | null => process.env.TEST_SHARED_FOLDER ?? null

/** Makes something once a run, however many processes ask for it at the same time. */
export async function once(folder: string, name: string, make: () => Promise<void>): Promise<void> {
  const done = join(folder, `${name}.done`)
  try {
    await mkdir(join(folder, `${name}.making`))
  } catch {
    for (let waited = 0; waited < 120_000; waited += 25) {
      if (await exists(done)) return
      await sleep(25)
    }
    throw new Error(`The shared ${name} was not made in time`)
  }
  await make()
  await writeFile(done, '')
}

/** The files of an embedded database that was migrated and seeded. */
export async function seededFiles(): Promise<Blob> {
  const folder = sharedFolder()
  if (!folder) return makeSeeded()
  const file = join(folder, 'embedded.tar')
  await once(folder, 'embedded', async () => {
    const files = await makeSeeded()
    await writeFile(`${file}.part`, Buffer.from(await files.arrayBuffer()))
    await rename(`${file}.part`, file)
  })
  return new Blob([await readFile(file)])
}

/**
 * Fills a data folder as the first start of a shop leaves it, which would take six seconds of the
 * processor; outside of a run it stays empty, for that start to fill.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  const shared = sharedFolder()
  if (!shared) return
  const template = join(shared, 'data')
  await once(shared, 'data', async () => {
    const loadDataDir = await seededFiles()
    await mkdir(template)
    const maker = await PGlite.create(join(template, 'db'), { loadDataDir })
    await maker.close()
  })
  // Asynchronously it takes three times as long: there are a thousand files.
  cpSync(template, folder, { recursive: true })
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

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
