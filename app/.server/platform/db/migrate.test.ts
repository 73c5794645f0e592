import { readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError } from '#app/.server/config.ts'
import { emptyPostgresUrl, onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { rows } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const log = pino({ level: 'silent' })
const shipped = readdirSync('db/migrations').sort()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-migrations-'))
  await cp('db/migrations', folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const add = (name: string, text: string) => writeFile(join(folder, name), text)

onBothDatabases('migrations', (open) => {
  it('run once each, in order, and are recorded [OPS-03, UPDATE-06]', async () => {
    const db = await open()
    expect(await migrate(db, folder)).toEqual([])
    await add('9003_third.sql', 'insert into notes values (3);')
    await add('9002_second.sql', `create table notes (n int); -- it's "quoted" ; $1\n`)
    expect(await migrate(db, folder)).toEqual(['9002_second.sql', '9003_third.sql'])
    expect(await migrate(db, folder)).toEqual([])
    expect(await rows(db.orm, sql`select n from notes`)).toEqual([{ n: 3 }])
    const recorded = await rows(db.orm, sql`select name from schema_migrations order by name`)
    expect(recorded.map((row) => row.name)).toEqual([
      ...shipped,
      '9002_second.sql',
      '9003_third.sql',
    ])
  })

  it('that fail are undone whole, and can be mended', async () => {
    const db = await open()
    await add('9002_second.sql', 'create table notes (n int); select nonsense;')
    await expect(migrate(db, folder)).rejects.toThrow(
      /^db\/migrations\/9002_second.sql failed and was undone: column "nonsense" does not exist$/,
    )
    await add('9002_second.sql', 'create table notes (n int);')
    expect(await migrate(db, folder)).toEqual(['9002_second.sql'])
    expect(await rows(db.orm, sql`select count(*) as n from notes`)).toEqual([{ n: 0 }])
  })

  it('that were changed after they ran are refused in a sentence', async () => {
    const db = await open()
    await add('9002_second.sql', 'create table notes (n int);')
    await migrate(db, folder)
    await add('9002_second.sql', 'create table notes (n bigint);')
    const refused = migrate(db, folder)
    await expect(refused).rejects.toBeInstanceOf(ConfigError)
    await expect(refused).rejects.toThrow(
      'db/migrations/9002_second.sql was changed after this database had run it; restore the file and put the change into a new one',
    )
  })

  it('of a newer version: one marked as breaking is refused in a sentence, another is a warning [OPS-13]', async () => {
    const db = await open()
    const warned: unknown[] = []
    const quiet = { warn: (facts: unknown) => warned.push(facts) }
    await add('9002_second.sql', 'create table notes (n int);')
    await migrate(db, folder, quiet)
    expect(warned).toEqual([])
    await rm(join(folder, '9002_second.sql'))
    await migrate(db, folder, quiet)
    expect(warned).toEqual([{ migrations: ['9002_second.sql'] }])

    await add('9003_third.sql', '-- Orders need a note now.\n-- breaking\ndrop table notes;')
    await migrate(db, folder, quiet)
    await rm(join(folder, '9003_third.sql'))
    await add('9004_fourth.sql', 'create table notes (n int);')
    const refused = migrate(db, folder, quiet)
    await expect(refused).rejects.toBeInstanceOf(ConfigError)
    await expect(refused).rejects.toThrow(
      /^DATABASE_URL or DATA_DIR leads to a database that a newer version .*\(9003_third\.sql\)/,
    )
    // It is refused before anything is changed.
    const [found] = await rows(db.orm, sql`select to_regclass('notes')::text as name`)
    expect(found).toEqual({ name: null })
  })

  it('of before the first release are refused in a sentence that says what to do, and nothing is changed [UPDATE-04]', async () => {
    const db = await open()
    await db.orm.execute(sql`delete from schema_migrations`)
    await db.orm.execute(sql`insert into schema_migrations (name, checksum) values
      ('0001_shop.sql', 'c'), ('0166_search_by_order_names.sql', 'c')`)
    await add('9002_second.sql', 'create table notes (n int);')
    let backups = 0
    const refused = migrate(db, folder, undefined, async () => {
      backups += 1
    })
    await expect(refused).rejects.toBeInstanceOf(ConfigError)
    await expect(refused).rejects.toThrow(
      /version of the shop from before its first release\. .* nothing was changed: start with an empty database or another DATA_DIR, or restore a backup of it with the last version before/,
    )
    expect(backups).toBe(0)
    const [found] = await rows(
      db.orm,
      sql`select to_regclass('notes')::text as notes,
        (select count(*)::int from schema_migrations) as ran, (select count(*)::int from products) as products`,
    )
    expect(found).toEqual({ notes: null, ran: 2, products: 8 })
  })

  it('of the first release are refused by a program from before it [UPDATE-06]', async () => {
    const db = await open()
    for (const name of shipped) await rm(join(folder, name))
    await add('0001_shop.sql', 'create table shop (n int);')
    await expect(migrate(db, folder)).rejects.toThrow(
      /that a newer version of the shop has changed \(0001_text\.sql(, \d{4}_\w+\.sql)*\), which this version cannot work with/,
    )
  })

  it('are the same with the line ends of another system', async () => {
    const db = await open()
    await add('9002_second.sql', 'create table notes\n(n int);\n')
    await migrate(db, folder)
    await add('9002_second.sql', 'create table notes\r\n(n int);\r\n')
    expect(await migrate(db, folder)).toEqual([])
  })

  it('must be named by number', async () => {
    const db = await open()
    await add('notes.sql', 'select 1')
    await expect(migrate(db, folder)).rejects.toThrow('must be named like 0002_what_it_does.sql')
  })
})

onPostgres('several processes that start at once', () => {
  it('migrate and seed one new database between them', async () => {
    const url = await emptyPostgresUrl()
    const databases = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url, log)))
    try {
      const ran = await Promise.all(databases.map((db) => migrate(db)))
      expect(ran.flat()).toEqual(shipped)
      const seeded = await Promise.all(databases.map((db) => seed(db)))
      expect(seeded.filter((filled) => filled)).toHaveLength(1)
      const [first] = databases
      expect(first && (await rows(first.orm, sql`select count(*) as n from products`))).toEqual([
        { n: 8 },
      ])
    } finally {
      for (const db of databases) await db.close()
    }
  })
})

onPostgres('a database in another encoding', () => {
  it('is refused in a sentence', async () => {
    const url = await emptyPostgresUrl(`encoding "SQL_ASCII" lc_collate 'C' lc_ctype 'C'`)
    const db = await openPostgres(url, log)
    try {
      await expect(migrate(db)).rejects.toThrow(
        'DATABASE_URL leads to a database in SQL_ASCII; make one with encoding UTF8',
      )
    } finally {
      await db.close()
    }
  })
})
