import { statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#app/.server/config.ts'
import { seededDataFolder } from '#tests/support/databases.ts'
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

describe('the embedded database', { timeout: 240_000 }, () => {
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

  it.skipIf(process.platform === 'win32')(
    'makes files that no other user of the machine can open, at its making and later [SECRET-04]',
    async () => {
      const db = await openEmbedded(folder, log)
      await db.orm.execute(sql`create table made_later (id int)`)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const open = entries.filter(
        (entry) =>
          entry.isFile() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0,
      )
      expect(entries.length).toBeGreaterThan(900)
      expect(open.map(({ name }) => name)).toEqual([])
      expect(statSync(join(folder, 'db')).mode & 0o777).toBe(0o700)
      await db.close()
    },
  )

  it('is made again where its making was interrupted [OPS-04]', async () => {
    // What a first start leaves that was killed while it made the database's files.
    await mkdir(join(folder, 'db.unfinished', 'base'), { recursive: true })
    await writeFile(join(folder, 'db.unfinished', 'PG_VERSION'), '18\n')
    const db = await openEmbedded(folder, log)
    expect(await rows(db.orm, sql`select count(*)::int as n from pg_database`)).toEqual([{ n: 3 }])
    await db.close()
    expect(await readdir(folder)).toEqual(['db'])
  })

  it('says in a sentence when its files cannot be made [OPS-02]', async () => {
    await writeFile(join(folder, 'file'), '')
    const opening = openEmbedded(join(folder, 'file'), log)
    await expect(opening).rejects.toBeInstanceOf(ConfigError)
    await expect(opening).rejects.toThrow(
      /^DATA_DIR: the database could not be made in .*; give it/,
    )
  })
})

describe('files of a shop that are damaged or gone', { timeout: 240_000 }, () => {
  let shop: string
  let files: string
  beforeAll(async () => {
    shop = await seededDataFolder()
  })
  afterAll(() => rm(shop, { recursive: true, force: true }))
  beforeEach(async () => {
    await cp(shop, folder, { recursive: true })
    await writeFile(join(folder, 'secret'), 'of a shop that sold')
    files = join(folder, 'db')
  })
  const remedy = /Restore a backup \(npm run restore -- FILE\)/i

  it('without PG_VERSION are refused and left as they are [FAULT-02]', async () => {
    await rm(join(files, 'PG_VERSION'))
    const before = await readdir(files, { recursive: true })
    const control = await readFile(join(files, 'global', 'pg_control'))
    const opening = openEmbedded(folder, log)
    await expect(opening).rejects.toBeInstanceOf(ConfigError)
    await expect(opening).rejects.toThrow(/^DATA_DIR: the database in .* is damaged: .*PG_VERSION/)
    await expect(opening).rejects.toThrow(remedy)
    expect(await readdir(files, { recursive: true })).toEqual(before)
    expect(await readFile(join(files, 'global', 'pg_control'))).toEqual(control)
  })

  it.each(['missing', 'empty'])(
    '%s beside the secret are not made again [FAULT-02]',
    async (how) => {
      await rm(files, { recursive: true })
      if (how === 'empty') await mkdir(files)
      const before = await readdir(folder, { recursive: true })
      const opening = openEmbedded(folder, log)
      await expect(opening).rejects.toBeInstanceOf(ConfigError)
      await expect(opening).rejects.toThrow(/belongs to a shop, but its database in .* is missing/)
      await expect(opening).rejects.toThrow(remedy)
      expect(await readdir(folder, { recursive: true })).toEqual(before)
    },
  )

  it.each([
    ['pg_control is gone', () => rm(join(files, 'global', 'pg_control'))],
    ['pg_control is cut off', () => truncate(join(files, 'global', 'pg_control'), 100)],
    ['the log of writes is gone', () => rm(join(files, 'pg_wal'), { recursive: true })],
    ['the tables are gone', () => rm(join(files, 'base'), { recursive: true })],
    ['another version made them', () => writeFile(join(files, 'PG_VERSION'), '12\n')],
  ])('of which %s end in one sentence [FAULT-03]', async (_what, damage) => {
    await damage()
    const opening = openEmbedded(folder, log)
    await expect(opening).rejects.toBeInstanceOf(ConfigError)
    await expect(opening).rejects.toThrow(/^DATA_DIR: the database in .* cannot be opened \(.*\)/)
    await expect(opening).rejects.toThrow(remedy)
    await expect(opening).rejects.not.toThrow(/\n|wasm|at /)
  })
})
