import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBackup } from '#app/.server/backup/backup-file.ts'
import { backupHealth } from '#app/.server/backup/last-backup.ts'
import { restoreRows } from '#app/.server/backup/restore-rows.ts'
import { swapSchema } from '#app/.server/backup/swap-schema.ts'
import { takeBackup } from '#app/.server/backup/take-backup.ts'
import { newerProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { type MigrationFile, migrateOn, migrationFiles } from '#app/.server/platform/db/migrate.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { emptyPostgresUrl, onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'

const isAuditLog = ({ name }: MigrationFile) => name === '0021_audit_log.sql'

/** The table as it was before migration 0021, with these rows; then the migration. */
async function carryOver(db: Database, old: readonly (readonly string[])[]): Promise<void> {
  const files = await migrationFiles()
  const [before] = files.filter(({ name }) => name === '0002_staff.sql')
  const table = before?.text.slice(0, before.text.indexOf('-- Moves on by one')) ?? ''
  await db.alone(async (connection) => {
    await connection.script(`drop table audit_log; ${table};
      delete from schema_migrations where name = '0021_audit_log.sql'`)
    for (const [by, deed, subject, details] of old) {
      await connection.orm.execute(sql`insert into staff_log (id, at, by, deed, subject, details)
        values (nextval('staff_log_id_seq') + 40, '2026-03-08 02:30:00.123456Z', ${by}, ${deed}, ${subject}, ${details})`)
    }
    expect(await migrateOn(connection, files)).toEqual(files.filter(isAuditLog).map((f) => f.name))
  })
}

onBothDatabases('entries of the log from before it was data', (open) => {
  it('read as they did, whatever they say, at their time and under their number [LIVE-05]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const odd = 'line\r\n\u2028, "quoted" \\N \u0001 {} 💍'
    await carryOver(db, [
      ['ann@example.com', 'changed product', 'Swell', 'id 7'],
      ['visitor at ', 'another action', odd, odd],
      ['visitor at 2001:db8::1', 'failed to sign in', 'x', 'Invalid credentials'],
      ['ann@example.com', 'changed shipping', '', '1 week · free'],
      ['setup link', 'made an admin', 'ann@example.com', ''],
    ])
    expect(await auditLabels(shop)).toEqual([
      'ann@example.com: changed product: Swell (id 7)',
      `visitor at : another action: ${odd} (${odd})`,
      'visitor at 2001:db8::1: failed to sign in: x (Invalid credentials)',
      'ann@example.com: changed shipping (1 week · free)',
      'setup link: made an admin: ann@example.com',
    ])
    const kept = await rows(db.orm, sql`select id, at::text from audit_log order by id limit 1`)
    expect(kept).toEqual([{ id: 41, at: expect.stringMatching(/02:30:00\.123456\+00$/) }])
    const [next] = await rows<{ id: number }>(
      db.orm,
      sql`insert into audit_log (at, actor_type, actor_id, action)
        values (now(), 'admin', 'a', 'b') returning id`,
    )
    expect(Number(next?.id)).toBe(46)
    expect(await rows(db.orm, sql`select to_regclass('staff_log') as old`)).toEqual([{ old: null }])
  })

  it('are found by what they are about: the order, the product, the last backup [OPS-08]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const order = await pendingOrder(shop)
    await carryOver(db, [
      ['ann@example.com', 'changed product', 'Swell', 'id 5'],
      ['ann@example.com', 'cancelled order', order.number, 'A mistake.'],
      ['ann@example.com', 'cancelled order', 'FN-GONE', ''],
      ['ann@example.com', 'signed in', '', 'from 192.0.2.1, with a recovery code'],
      ['npm run backup', 'wrote a backup', '/backups/shop.gz', ''],
    ])
    const found = await rows(
      db.orm,
      sql`select actor_type, actor_id, action, target_type, target_id, address from audit_log order by id`,
    )
    const ann = { actor_type: 'admin', actor_id: 'ann@example.com' }
    expect(found).toEqual([
      { ...ann, action: 'product.updated', target_type: 'product', target_id: '5', address: null },
      {
        ...ann,
        action: 'order.canceled',
        target_type: 'order',
        target_id: order.id,
        address: null,
      },
      {
        ...ann,
        action: 'order.canceled',
        target_type: 'order',
        target_id: 'FN-GONE',
        address: null,
      },
      {
        ...ann,
        action: 'admin.signed_in',
        target_type: null,
        target_id: null,
        address: '192.0.2.1',
      },
      {
        actor_type: 'command',
        actor_id: 'npm run backup',
        action: 'backup.written',
        target_type: 'backup',
        target_id: '/backups/shop.gz',
        address: null,
      },
    ])
    expect(await newerProduct(db.orm, '5')).toMatchObject({ by: 'ann@example.com' })
    pass(24 * 60)
    expect((await backupHealth(shop))?.notices.join()).toMatch(
      /^The last backup was written 4 days ago\./,
    )
  })
})

onPostgres('a backup from before the log was data', (open) => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'four-nines-older-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('brings back what staff did, word for word, into both databases [OPS-08, LIVE-05]', async () => {
    const file = join(folder, 'shop.gz')
    const files = await migrationFiles()
    const older = await openPostgres(await emptyPostgresUrl(), pino({ level: 'silent' }))
    try {
      const upTo0020 = files.filter(({ name }) => name < '0021')
      await older.alone((connection) => migrateOn(connection, upTo0020))
      await older.orm.execute(sql`insert into staff_log (id, at, by, deed, subject, details) values
        (7, '2026-03-08 02:30:00.123456Z', 'ann@example.com', 'changed product', 'Swell', 'id 5'),
        (9, '2026-03-09 10:00:00Z', 'npm run backup', 'wrote a backup', '/b/shop.gz', 'Orders: 3.')`)
      const now = new Date('2026-03-09T10:00:00Z')
      await writeFile(file, await takeBackup(older, { secret: null, secretMark: 'm', now }))
    } finally {
      await older.close()
    }
    const contents = await readBackup(file)
    expect(contents.header.migrations.at(-1)?.name).toBe('0020_order_revision.sql')
    expect(contents.tables.get('staff_log')?.rows).toBe(2)

    const embedded = await memoryDatabase()
    for (const db of [await open(), embedded]) {
      await swapSchema(db, 'before_restore_test', async (connection) => {
        expect(await restoreRows(connection, file, contents, files)).toEqual([])
      })
      expect(await auditLabels(testShop({ db }))).toEqual([
        'ann@example.com: changed product: Swell (id 5)',
        'npm run backup: wrote a backup: /b/shop.gz (Orders: 3.)',
      ])
      const found = sql`select id::int, action, target_id,
        to_char(at at time zone 'UTC', 'HH24:MI:SS.US') as time from audit_log order by id`
      expect(await rows(db.orm, found)).toEqual([
        { id: 7, action: 'product.updated', target_id: '5', time: '02:30:00.123456' },
        { id: 9, action: 'backup.written', target_id: '/b/shop.gz', time: '10:00:00.000000' },
      ])
    }
    await embedded.close()
  })
})
