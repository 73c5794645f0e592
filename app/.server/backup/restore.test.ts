import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { emptyPostgresUrl } from '#tests/support/databases.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { readConfig } from '../config.ts'
import { lockDataFolder } from '../platform/db/data-folder.ts'
import { migrationFiles } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { secretMark } from '../platform/secret.ts'
import { writeBackup } from './backup.ts'
import { backupFormat, backupText } from './backup-file.ts'
import { restoredMessage, restorePlanMessage } from './messages.ts'
import { openRestore } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const log = pino({ level: 'silent' })
const now = new Date('2026-03-11T16:00:00Z')
const [here, elsewhere] = ['this secret has 32 characters or more', 'another one of 32 or more']
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-restore-'))
  file = join(folder, 'shop.gz')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = (settings: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(folder, 'data'), SESSION_SECRET: here, ...settings })

/** A backup of a shop with one admin and no tables but that. */
async function smallBackup(secret = here): Promise<void> {
  const header = {
    ...backupFormat,
    createdAt: now.toISOString(),
    from: 'a test',
    migrations: (await migrationFiles()).map(({ name, checksum }) => ({ name, checksum })),
    tables: [{ name: 'admins', columns: ['email'] }],
    secret: null,
    secretMark: secretMark(secret),
  }
  let text = ''
  const lines = async function* () {
    yield ['["ann@example.com"]']
  }
  for await (const part of backupText(header, lines)) text += part
  writeFileSync(file, gzipSync(text))
}

describe('the command for backups', () => {
  it('makes none of a shop that is not there, and no shop either [OPS-08]', async () => {
    const task = { file, log, now: () => now }
    await expect(writeBackup({ ...task, config: config() })).rejects.toMatchObject({
      obstacle: 'not there',
      message: `There is no shop in ${join(folder, 'data')}; see DATA_DIR and DATABASE_URL`,
    })
    expect(existsSync(join(folder, 'data'))).toBe(false)
    const none = config({ DATABASE_URL: 'none' })
    await expect(writeBackup({ ...task, config: none })).rejects.toThrow(/without a database/)
    expect(existsSync(file)).toBe(false)
  })
})

describe('the command for restoring', () => {
  it('leaves a running shop alone, whose database it is [OPS-08]', async () => {
    await smallBackup()
    const running = lockDataFolder(join(folder, 'data'))
    await expect(openRestore({ config: config(), file, log })).rejects.toMatchObject({
      obstacle: 'busy',
      message: expect.stringMatching(
        /^The shop is running\. Stop it, restore, and start it again\./,
      ),
    })
    running.release()
  })

  it('deletes what an earlier one left half made, customers’ data among it [FAULT-04]', async () => {
    await smallBackup()
    const unfinished = join(folder, 'data', 'restore.unfinished')
    mkdirSync(join(unfinished, 'db'), { recursive: true })
    const restore = await openRestore({ config: config(), file, log })
    await restore.close()
    expect(existsSync(unfinished)).toBe(false)
  })

  it('says what it would do, and what is to be done afterwards [OPS-08, PRIVACY-08]', async () => {
    await smallBackup(elsewhere)
    const stripe = config({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })
    const restore = await openRestore({ config: stripe, file, log })
    await restore.close()
    expect(restorePlanMessage(restore, file)).toEqual([
      `The backup ${file} is whole.`,
      'It holds the shop of 2026-03-11 16:00 UTC (a test): 0 orders, 0 products, 1 admin.',
      `It goes into the embedded database in ${join(folder, 'data', 'db')}, which is empty.`,
      'Admins will be those in the backup: ann@example.com. Everyone is signed out.',
    ])
    const done = {
      aside: 'the old folder',
      mailsHeld: 2,
      codesSpent: 1,
      unknownTables: ['notes'],
      pictures: 2,
    }
    const said = restoredMessage(restore, done, stripe).join('\n')
    for (const message of [
      'What was there before is now in the old folder; the shop deletes it after eight weeks.',
      'Left in the file, since the shop has no such tables: notes.',
      'Everyone is signed out. Admins are again those of 2026-03-11 16:00 UTC: ann@example.com.',
      'Their second factors were made with another SESSION_SECRET.',
      '2 images in the library are back. The shop makes their widths again once it runs',
      '1 recovery code of theirs was used or replaced since, and stays spent.',
      '2 emails that were waiting then may have been sent since',
      'Stripe knows what happened after 2026-03-11 16:00 UTC, but the shop doesn’t.',
      'erased after 2026-03-11 16:00 UTC is back. Erase it again with npm run privacy -- erase EMAIL',
    ])
      expect(said).toContain(message)
    const calm = restoredMessage(
      { ...restore, secretFits: true },
      { aside: null, mailsHeld: 0, codesSpent: 0, unknownTables: [], pictures: 0 },
      config(),
    ).join('\n')
    for (const word of ['recovery code', 'SESSION_SECRET', 'Stripe', 'mails', 'now in', 'Left in'])
      expect(calm).not.toContain(word)
  })

  it('names who would be an admin again, or none any more, before it asks [BACKUP-04]', async () => {
    await smallBackup()
    const restore = await openRestore({ config: config(), file, log })
    await restore.close()
    const admin = (email: string, role: string | null = null) => ({ email, role })
    const there = { ...restore.summary, notInBackup: 0, admins: [admin('bob@example.com')] }
    const replaced = { where: 'the database', summary: there }
    const summary = { ...restore.summary, admins: [admin('ann@example.com', 'owner')] }
    expect(restorePlanMessage({ ...restore, summary, replaced }, file).at(-1)).toBe(
      'Admins will be those in the backup: ann@example.com (owner). Everyone is signed out. NOTE: not an admin now, but one again: ann@example.com (owner). NOTE: an admin now, but not anymore: bob@example.com.',
    )
    const unreadable = { where: 'the database', summary: 'unreadable' as const }
    expect(restorePlanMessage({ ...restore, replaced: unreadable }, file).at(-1)).toContain(
      'NOTE: recovery codes used since then will work again',
    )
  })

  it.skipIf(inject('postgresUrl') === null)(
    'moves a shop to an empty PostgreSQL database, and into none that is another program’s [OPS-08]',
    async () => {
      const embedded = await memoryDatabase()
      const origin = { secret: here, secretMark: secretMark(here), now }
      writeFileSync(file, await takeBackup(embedded, origin))
      await embedded.close()
      const url = await emptyPostgresUrl()
      const into = config({ DATABASE_URL: url })
      const restore = await openRestore({ config: into, file, log })
      expect(restore.replaced.summary).toBeNull()
      expect(restore.secretFits).toBe(true)
      expect(await restore.apply(now)).toEqual({
        aside: null,
        mailsHeld: 0,
        codesSpent: 0,
        unknownTables: [],
        pictures: 0,
      })
      await restore.close()
      const again = await openRestore({ config: into, file, log })
      expect(again.replaced.summary).toMatchObject({ orders: 0, products: 8, notInBackup: 0 })
      await again.close()

      const db = await openPostgres(url, log)
      await db.orm.execute(sql`drop table schema_migrations`)
      await db.close()
      await expect(openRestore({ config: into, file, log })).rejects.toMatchObject({
        obstacle: 'refused',
        message: expect.stringMatching(
          /holds no shop but other tables \(.+\); make an empty database/,
        ),
      })
    },
  )
})
