import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { deleteOldCopies } from './delete-old-copies.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'four-nines-copies-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const now = new Date('2026-05-06T16:00:00Z')

/** Eight weeks before that day is March 11th. */
const old = {
  folders: [
    'before-restore-2026-03-11T15-59-59Z',
    'before-restore-update-2026-03-01T16-00-00-123Z',
    'before-restore-back-before-restore-update-2026-03-01T16-00-00-123Z',
  ],
  files: [
    'before-update-2025-12-31T23-59-59-999Z.gz',
    'before-update-2026-03-11T15-59-59-999Z.gz.age',
  ],
  schemas: ['before_restore_2026_03_11_15_59_59', 'after_update_20260301160000123'],
}
const kept = {
  folders: [
    'before-restore-2026-03-11T16-00-01Z',
    'before-restore-update-2026-05-06T15-00-00-123Z',
    'before-restore-by hand',
    'media',
    'db',
  ],
  files: ['before-update-2026-05-06T15-59-59-999Z.gz', 'mine-2025-01-01T00-00-00Z.gz'],
  schemas: ['before_restore_2026_03_11_16_00_01', 'before_restore_mine', 'mine_20250101000000'],
}

onBothDatabases('copies from before an update or a restore', (open) => {
  it('are deleted when they are eight weeks old, and nothing else is [BACKUP-10]', async () => {
    const db = await open()
    for (const name of [...old.folders, ...kept.folders]) {
      mkdirSync(join(data, name, 'db'), { recursive: true })
      writeFileSync(join(data, name, 'db', 'PG_VERSION'), '18\n')
    }
    mkdirSync(join(data, 'backups'))
    for (const name of [...old.files, ...kept.files]) writeFileSync(join(data, 'backups', name), '')
    for (const name of [...old.schemas, ...kept.schemas]) {
      await db.orm.execute(sql`create schema ${sql.identifier(name)}`)
      await db.orm.execute(sql`create table ${sql.identifier(name)}.orders (id int)`)
    }
    const lines: { deleted?: string[]; msg: string }[] = []
    const said = new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)))
        done()
      },
    })
    const config = readConfig({ GOLD_SOURCES: 'none', DATA_DIR: data })
    const shop = testShop({ db, config, now: () => now, log: pino(said) })
    const gone = [
      ...old.folders.map((name) => join(data, name)),
      ...old.files.map((name) => join(data, 'backups', name)),
      ...old.schemas,
    ]
    const deleted = (await deleteOldCopies(shop)) as string[]
    expect([...deleted].sort()).toEqual([...gone].sort())
    expect(lines).toMatchObject([{ deleted, msg: expect.stringMatching(/were deleted/) }])
    expect(old.folders.filter((name) => existsSync(join(data, name)))).toEqual([])
    expect(
      kept.folders.filter((name) => !existsSync(join(data, name, 'db', 'PG_VERSION'))),
    ).toEqual([])
    expect(old.files.filter((name) => existsSync(join(data, 'backups', name)))).toEqual([])
    expect(kept.files.filter((name) => !existsSync(join(data, 'backups', name)))).toEqual([])
    const schemas = (
      await rows<{ name: string }>(db.orm, sql`select nspname as name from pg_namespace`)
    ).map(({ name }) => name)
    expect(old.schemas.filter((name) => schemas.includes(name))).toEqual([])
    expect(kept.schemas.filter((name) => !schemas.includes(name))).toEqual([])
    expect(await rows(db.orm, sql`select count(*)::int as n from products`)).toEqual([{ n: 8 }])

    expect(await deleteOldCopies(shop)).toEqual([])
    expect(lines).toHaveLength(1)
    for (const name of kept.schemas) {
      await db.orm.execute(sql`drop schema ${sql.identifier(name)} cascade`)
    }
  })
})
