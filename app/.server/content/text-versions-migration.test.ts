import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { readBackup } from '../backup/backup-file.ts'
import { restoreRows } from '../backup/restore-rows.ts'
import { swapSchema } from '../backup/swap-schema.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { type Database, rows } from '../platform/db/database.ts'
import { migrate, migrateOn, migrationFiles } from '../platform/db/migrate.ts'

const moves = '0024_text_versions.sql'
const awkward = 'tab\t, line\r\n\u2028, "quoted" \\N \\x41 \u0001 {} 💍'
const [early, late] = ['1969-07-20 20:17:40.000001+00', '2026-03-08 02:30:00.123456-07']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-texts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A shop of the version before, in which staff wrote texts and emails. */
async function becomesOlder(db: Database): Promise<void> {
  const before = (await migrationFiles()).filter(({ name }) => name < moves)
  await swapSchema(db, 'newer_texts_test', async (connection) => {
    await migrateOn(connection, before)
  })
  const json = (fields: object) => sql`${JSON.stringify(fields)}::jsonb`
  await db.orm.execute(sql`insert into shop_texts (key, version, fields, at, by) values
    ('brand', 1, ${json({ name: awkward })}, ${early}::timestamptz, 'ann@example.com'),
    ('brand', 2, null, ${late}::timestamptz, ${awkward}),
    ('alert', 1, ${json({ title: 'A text of the shop' })}, ${late}::timestamptz, 'ben@example.com')`)
  await db.orm.execute(sql`insert into shop_text_drafts (key, fields, seen, revision, at, by) values
    ('brand', ${json({ name: awkward })}, 2, 7, ${early}::timestamptz, 'ann@example.com'),
    ('post-5', '{}', 0, 1, ${late}::timestamptz, 'ben@example.com')`)
  await db.orm.execute(sql`insert into shop_text_readings (key, version, at, by)
    values ('brand', 2, ${early}::timestamptz, ${awkward})`)
  await db.orm.execute(sql`insert into mail_texts (kind, version, subject, body, at, by) values
    ('alert', 2, null, null, ${late}::timestamptz, 'ben@example.com'),
    ('alert', 1, 'Look', ${awkward}, ${early}::timestamptz, 'ann@example.com'),
    ('order-paid-buyer', 1, ${'x'.repeat(120)}, ${'y'.repeat(10_000)}, ${late}::timestamptz, 'ann@example.com')`)
}

async function expectAllThere({ orm }: Database): Promise<void> {
  const at = sql`extract(epoch from at)::text as at`
  const [then, now] = (
    await rows<{ at: string }>(
      orm,
      sql`select extract(epoch from ${early}::timestamptz)::text as at union all
        select extract(epoch from ${late}::timestamptz)::text`,
    )
  ).map((row) => row.at)
  const [ann, ben] = ['ann@example.com', 'ben@example.com']
  const email = { kind: 'email' }
  const shop = { kind: 'shop' }
  expect(
    await rows(
      orm,
      sql`select kind, key, version, fields, by, ${at} from text_versions
        order by kind, key collate "C", version`,
    ),
  ).toEqual([
    {
      ...email,
      key: 'alert',
      version: 1,
      fields: { subject: 'Look', body: awkward },
      by: ann,
      at: then,
    },
    { ...email, key: 'alert', version: 2, fields: null, by: ben, at: now },
    {
      ...{ ...email, key: 'order-paid-buyer', version: 1, by: ann, at: now },
      fields: { subject: 'x'.repeat(120), body: 'y'.repeat(10_000) },
    },
    {
      ...shop,
      key: 'alert',
      version: 1,
      fields: { title: 'A text of the shop' },
      by: ben,
      at: now,
    },
    { ...shop, key: 'brand', version: 1, fields: { name: awkward }, by: ann, at: then },
    { ...shop, key: 'brand', version: 2, fields: null, by: awkward, at: now },
  ])
  expect(
    await rows(
      orm,
      sql`select kind, key, fields, seen, revision, by, ${at} from text_drafts order by key collate "C"`,
    ),
  ).toEqual([
    { ...shop, key: 'brand', fields: { name: awkward }, seen: 2, revision: 7, by: ann, at: then },
    { ...shop, key: 'post-5', fields: {}, seen: 0, revision: 1, by: ben, at: now },
  ])
  expect(await rows(orm, sql`select key, version, by from shop_text_readings`)).toEqual([
    { key: 'brand', version: 2, by: awkward },
  ])
}

onBothDatabases('texts and emails that staff wrote in a version before', (open) => {
  it('are all there after an update, drafts too, with who and when [UPDATE-06, TEXTS-02, MAILTEXT-03]', async () => {
    const db = await open()
    await becomesOlder(db)
    expect(await migrate(db)).toContain(moves)
    await expectAllThere(db)
    const [old] = await rows(
      db.orm,
      sql`select to_regclass('shop_texts') as texts, to_regclass('mail_texts') as emails,
        to_regclass('shop_text_drafts') as drafts`,
    )
    expect(old).toEqual({ texts: null, emails: null, drafts: null })
  })

  it('come back with a backup from before [UPDATE-06, OPS-08]', async () => {
    const db = await open()
    await becomesOlder(db)
    const file = join(folder, 'shop.gz')
    await writeFile(file, await takeBackup(db, { secret: null, secretMark: 'm', now: new Date() }))
    await migrate(db)
    await db.orm.execute(sql`delete from text_versions`)
    const contents = await readBackup(file)
    expect([...contents.tables.keys()]).toContain('mail_texts')
    await swapSchema(db, 'before_restore_test', async (connection) => {
      await restoreRows(connection, file, contents, await migrationFiles())
    })
    await expectAllThere(db)
  })
})

onBothDatabases('the versions of texts', (open) => {
  it('refuse what no version can be, and of an email what its screen would not take [TEXTS-02, MAILTEXT-02]', async () => {
    const db = await open()
    const insert = (kind: string, version: number, fields: object) =>
      db.orm.execute(sql`insert into text_versions (kind, key, version, fields, at, by)
        values (${kind}, 'alert', ${version}, ${JSON.stringify(fields)}::jsonb, now(), 'ann')`)
    await insert('email', 1, { subject: 'x'.repeat(120) })
    await insert('shop', 1, { title: 'x'.repeat(121) })
    await expect(insert('email', 1, { subject: 'Again' })).rejects.toThrow()
    await expect(insert('letter', 1, {})).rejects.toThrow()
    for (const wrong of [
      { subject: '' },
      { subject: 'x'.repeat(121) },
      { body: 'y'.repeat(10_001) },
      { title: 'x' },
    ]) {
      await expect(insert('email', 2, wrong)).rejects.toThrow()
    }
  })
})
