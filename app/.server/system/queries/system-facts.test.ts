import { readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readBackup } from '#app/.server/backup/backup-file.ts'
import { downloadBackup } from '#app/.server/backup/commands/download-backup.ts'
import { readConfig } from '#app/.server/config.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { factsForHelp, systemFacts } from './system-facts.ts'

/** Settings that nobody may read who helps, each to be known again. */
const settings = {
  GOLD_SOURCES: 'goldapi.io,metals.dev',
  SESSION_SECRET: 'canary-of-the-session-0123456789abcdef',
  PUBLIC_URL: 'http://canary-of-the-address.example',
  DATA_DIR: '/tmp/canary-of-the-folder',
  STRIPE_SECRET_KEY: 'sk_test_canary',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary',
  EASYPOST_API_KEY: 'EZTKcanary',
  GOLDAPI_IO_KEY: 'canary-of-goldapi',
  METALS_DEV_KEY: 'canary-of-metals',
  CONTENT_SITE_URL: 'https://canary-of-the-journal.example/wp-json/wp/v2',
  CONTENT_SITE_KEY: 'consumer_secret=canary',
  SMTP_URL: 'smtp://shop:canary@canary-of-the-mail.example',
  MAIL_FROM: 'canary@shop.example',
  MAIL_STAFF: 'canary-staff@shop.example',
  BACKUP_TO: 's3://canary-bucket/shop',
  AWS_ACCESS_KEY_ID: 'canary-key',
  AWS_SECRET_ACCESS_KEY: 'canary-secret',
}

onBothDatabases('the system', (open) => {
  it('shows database, mail, jobs, page cache and backups as they are [SYSTEM-01]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await paidOrder(shop)
    await db.orm
      .update(emailOutbox)
      .set({ lastError: '450 try later', attempts: 1 })
      .where(sql`${emailOutbox.kind} = 'order-paid-buyer'`)
    shop.cache.jobs.set('send mail', { at: shop.now(), everyMs: 5000, failed: true })
    shop.cache.pages = () => ({ pages: 3, bytes: 4500 })
    await db.orm.execute(sql`insert into backup_runs (kind, state, started_at, finished_at, name, bytes, sha256)
      values ('nightly', 'done', now(), now(), 'four-nines-1.gz', 1234, ${'a'.repeat(64)})`)
    const facts = await systemFacts(shop)
    expect(facts).toMatchObject({
      database: { lastMigration: expect.stringMatching(/^\d{4}_.+\.sql$/) },
      mail: { retried: 1, failed: 0, sends: false, lastError: { words: '450 try later' } },
      jobs: [{ name: 'send mail', failed: true }],
      pageCache: { pages: 3, bytes: 4500 },
      backup: { stored: [{ name: 'four-nines-1.gz', bytes: 1234 }], encrypted: false },
    })
    expect(facts.database?.size).toBeGreaterThan(1_000_000)
    const files = (await readdir('db/migrations')).filter((name) => name.endsWith('.sql'))
    expect(facts.database?.migrations).toBe(files.length)
  })

  it('the facts to ask for help with hold no secret, no folder and no buyer [SYSTEM-04]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await paidOrder(shop)
    const words = '550 no such user ada@example.com at 1000 Example Street'
    const email = { recipient: 'ada@example.com', subject: 'Yours', text: 'canary', html: 'canary' }
    await db.orm.update(emailOutbox).set({ ...email, lastError: words, state: 'failed' })
    await db.orm.execute(sql`insert into backup_runs
      (kind, state, started_at, finished_at, name, bytes, sha256, place, problem)
      values ('nightly', 'failed', now(), now(), 'canary.gz', 1, ${'a'.repeat(64)}, 'canary-place', 'canary-problem')`)
    shop.cache.errors.push({ at: shop.now(), message: `mail to ${words}`, code: 'EENVELOPE' })
    shop.cache.feeds.set('goldapi.io', {
      at: shop.now(),
      perOunce: null,
      failure: 'canary of a feed',
    })
    shop.config = readConfig(settings)
    shop.secret = 'canary-of-the-shop'
    const text = JSON.stringify(await factsForHelp(shop))
    expect(text).not.toMatch(/canary/i)
    expect(text).not.toMatch(/ada@|example|98101|FN-/i)
    expect(text).toContain('EENVELOPE')
    expect(text).toContain('EasyPost, test')
    expect(text).toContain('"mail server":"set"')
  })

  it('a backup is downloaded whole, and who took it is written down [SYSTEM-03]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await paidOrder(shop)
    const { name, bytes } = await downloadBackup(shop, { by: 'ann@example.com', address: '::1' })
    expect(name).toBe('four-nines-2026-03-11T16-00-00Z.gz')
    const lines: string[] = []
    await readBackup({ file: name, bytes }, (_table, found) => lines.push(...found))
    expect(lines.join('\n')).toContain(order.id)
    const events = await db.orm.select().from(auditLog)
    expect(events).toContainEqual(
      expect.objectContaining({
        ...{ action: 'backup.downloaded', actorId: 'ann@example.com', targetId: name },
      }),
    )
  })
})

it('what cannot be read is said to be so [SYSTEM-01]', async () => {
  const shop = testShop({ db: null })
  shop.db = unavailableDatabase()
  const facts = await systemFacts(shop)
  expect(facts).toMatchObject({ database: null, backup: null, mail: null, pageCache: null })
  expect(facts.version.node).toBe(process.version)
})
