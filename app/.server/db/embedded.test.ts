import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigProblem } from '../config.ts'
import { rows } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'

const log = pino({ level: 'silent' })
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-embedded-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the embedded database', { timeout: 60_000 }, () => {
  it('lives in the data folder and is there at the next start [OPS-03, OPS-04]', async () => {
    const first = await openEmbedded(folder, log)
    await migrate(first)
    expect(await seed(first)).toBe(true)
    await first.orm.execute(sql`delete from products where id = '5'`)
    await first.close()
    expect(await readdir(folder)).toEqual(['db'])

    const second = await openEmbedded(folder, log)
    expect(second.description).toBe(`embedded, in ${join(folder, 'db')}`)
    expect(await migrate(second)).toEqual([])
    expect(await seed(second)).toBe(false)
    expect(await rows(second.orm, sql`select count(*) as n from products`)).toEqual([{ n: 7 }])
    await second.close()
    await second.close()
  })

  it('begins anew where its making was cut short [OPS-04]', async () => {
    // What a first start leaves that was killed while it made the database's files.
    await mkdir(join(folder, 'db.unfinished', 'base'), { recursive: true })
    await writeFile(join(folder, 'db.unfinished', 'PG_VERSION'), '18\n')
    const db = await openEmbedded(folder, log)
    await migrate(db)
    await db.close()
    expect(await readdir(folder)).toEqual(['db'])
  })

  it('says in a sentence when its files cannot be made [OPS-02]', async () => {
    await writeFile(join(folder, 'file'), '')
    const opening = openEmbedded(join(folder, 'file'), log)
    await expect(opening).rejects.toBeInstanceOf(ConfigProblem)
    await expect(opening).rejects.toThrow(
      /^DATA_DIR: the database could not be made in .*; give it/,
    )
  })
})
