import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { backupRuns } from '#app/.server/platform/db/backup-schema.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { s3Keys, s3Server } from '#tests/support/s3-server.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readConfig } from '../../config.ts'
import { readBackup } from '../backup-file.ts'
import { newBackupKey, openBackupFile } from '../encryption.ts'
import { alertMissingBackups, nightlyBackup } from './nightly-backup.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-nightly-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function shopThatBacksUp(db: Database, settings: Record<string, string> = {}) {
  const config = readConfig({ GOLD_SOURCES: 'none', BACKUP_TO: folder, ...settings })
  const made = await sellingShop(db, { config })
  await paidOrder(made.shop)
  return { ...made, again: () => nightlyBackup(made.shop) }
}

const runs = (app: AppContext) => app.db.orm.select().from(backupRuns).orderBy(asc(backupRuns.id))

/** The next restore is tried in a week: it takes longer than all else here. */
const withoutTrial = ({ db, now }: AppContext) =>
  db.orm
    .insert(backupRuns)
    .values({ kind: 'rehearsal', state: 'done', startedAt: now(), finishedAt: now() })

const alertsOf = ({ db }: AppContext) =>
  rows(db.orm, sql`select kind, facts from alerts where kind <> 'gold-price-set' order by id`)

const files = () => readdirSync(folder).filter((name) => name.startsWith('four-nines-'))

onBothDatabases('every night the shop', (open) => {
  it('writes a backup by itself, once, and tries a restore once a week [BACKUP-05, BACKUP-07]', async () => {
    const keyFile = join(folder, 'key')
    const key = await newBackupKey(keyFile, new Date())
    const { shop, again, pass } = await shopThatBacksUp(await open(), { BACKUP_KEY: key })
    expect(await again()).toBe('done')
    expect(await again()).toBe('not due')
    const [name = ''] = files()
    expect(files()).toEqual(['four-nines-2026-03-11T16-00-00Z.gz.age'])
    const { tables } = await readBackup(await openBackupFile(join(folder, name), keyFile))
    expect(tables.get('orders')?.rows).toBe(1)
    expect(await runs(shop)).toMatchObject([
      { kind: 'nightly', state: 'done', place: folder, name, sha256: expect.any(String) },
      { kind: 'rehearsal', state: 'done', name, problem: null },
    ])
    const { backup, notices } = await health(shop)
    expect(notices).toEqual([])
    expect(backup).toEqual({
      last: { at: '2026-03-11T16:00:00.000Z', where: `${folder}/${name}` },
      rehearsal: { at: '2026-03-11T16:00:00.000Z', failed: false },
    })

    // The next is due at eight in the morning, UTC.
    pass(16 * 60 - 1)
    expect(await again()).toBe('not due')
    pass(1)
    expect(await again()).toBe('done')
    expect(files()).toHaveLength(2)
    expect((await runs(shop)).map(({ kind }) => kind)).toEqual(['nightly', 'rehearsal', 'nightly'])
    for (const [nights, tried] of [
      [5, 1],
      [2, 2],
    ] as const) {
      pass(nights * 24 * 60)
      expect(await again()).toBe('done')
      expect((await runs(shop)).filter(({ kind }) => kind === 'rehearsal')).toHaveLength(tried)
    }
  })

  it('says when it failed and why, and tries again within the hour [BACKUP-05]', async () => {
    const { shop, again, pass } = await shopThatBacksUp(await open(), {
      BACKUP_TO: join(folder, 'not mounted'),
    })
    await again()
    expect(await again()).toBe('not due')
    const [run] = await runs(shop)
    expect(run).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('no such folder'),
    })
    expect((await health(shop)).notices).toEqual([`The last backup: ${run?.problem}`])
    pass(60)
    await again()
    expect(await runs(shop)).toHaveLength(2)
    pass(47 * 60)
    expect((await health(shop)).notices).toContain('No backup could be written yet.')
    expect(existsSync(join(folder, 'not mounted'))).toBe(false)
  })

  it('hands the file to the command of its owner, and tells what that said [BACKUP-06]', async () => {
    const server = await s3Server('gold')
    const said = join(folder, 'said')
    const { shop, again, pass } = await shopThatBacksUp(await open(), {
      BACKUP_TO: 's3://gold/shop',
      AWS_ENDPOINT_URL_S3: server.url,
      ...s3Keys,
      BACKUP_COMMAND: `sha256sum "$BACKUP_FILE" > ${said}; echo "$BACKUP_FILE" >> ${said}; test ! -e ${said}.full || { echo quota reached; exit 4; }`,
    })
    try {
      await withoutTrial(shop)
      await again()
      const [, run] = await runs(shop)
      const [sum = '', path = ''] = readFileSync(said, 'utf8').split('\n')
      expect(sum).toContain(run?.sha256)
      expect(run).toMatchObject({ state: 'done', place: 's3://gold/shop', commandExit: 0 })
      // The copy for the command is gone.
      expect(path).toMatch(/four-nines-.*\.gz$/)
      expect(existsSync(path)).toBe(false)

      pass(24 * 60)
      writeFileSync(`${said}.full`, '')
      await again()
      const last = (await runs(shop)).at(-1)
      expect(last).toMatchObject({
        state: 'failed',
        commandExit: 4,
        commandOutput: 'quota reached',
      })
      expect((await health(shop)).notices).toContain(
        'The last backup: The backup was written, but BACKUP_COMMAND ended with 4: quota reached.',
      )
    } finally {
      await server.close()
    }
  })

  it('finds that a stored backup was altered or deleted, and leaves no table of a trial [BACKUP-07]', async () => {
    const db = await open()
    const { shop, again, pass } = await shopThatBacksUp(db, {
      // A substitute for a disk that loses bytes after they were read back.
      BACKUP_COMMAND: 'printf x >> "$BACKUP_FILE"',
    })
    await again()
    expect(await runs(shop)).toMatchObject([
      { kind: 'nightly', state: 'done' },
      {
        kind: 'rehearsal',
        state: 'failed',
        problem: expect.stringContaining('not as it was written'),
      },
    ])
    expect((await health(shop)).backup?.rehearsal?.failed).toBe(true)
    expect((await health(shop)).notices.join()).toContain(
      'The restore test of the last backup failed',
    )
    const schemas = sql`select nspname from pg_namespace where nspname like '%rehearsal%'`
    expect(await rows(db.orm, schemas)).toEqual([])
    expect(await alertsOf(shop)).toMatchObject([
      {
        kind: 'restore-rehearsal-failed',
        facts: { why: expect.stringContaining('not as it was written') },
      },
    ])
    // One that failed is tried again the next night.
    pass(24 * 60)
    await again()
    expect((await runs(shop)).filter(({ kind }) => kind === 'rehearsal')).toHaveLength(2)
  })

  it('owners are told once when none was written for two days [BACKUP-08]', async () => {
    const { shop, again, pass } = await shopThatBacksUp(await open())
    await withoutTrial(shop)
    await again()
    pass(48 * 60 - 1)
    await alertMissingBackups(shop)
    expect(await alertsOf(shop)).toEqual([])
    pass(1)
    await alertMissingBackups(shop)
    await alertMissingBackups(shop)
    const lastAt = '2026-03-11T16:00:00.000Z'
    const told = { kind: 'backups-missing', facts: { lastAt } }
    expect(await alertsOf(shop)).toEqual([told])
    await again()
    pass(48 * 60)
    await alertMissingBackups(shop)
    expect(await alertsOf(shop)).toHaveLength(2)
  })

  it('is written by one process alone, and again if one was cut off [BACKUP-05]', async () => {
    const db = await open()
    const { shop, again } = await shopThatBacksUp(db)
    await db.orm.insert(backupRuns).values({
      kind: 'nightly',
      state: 'running',
      startedAt: new Date(shop.now().getTime() - 2 * 3_600_000),
    })
    await Promise.all([again(), again(), again()])
    expect(files()).toHaveLength(1)
    expect((await runs(shop)).map(({ state }) => state)).toEqual(['failed', 'done', 'done'])
    const stopped = await shopThatBacksUp(db)
    stopped.pass(24 * 60)
    stopped.shop.closing = AbortSignal.abort()
    await stopped.again()
    expect(files()).toHaveLength(1)
    expect(await runs(shop)).toHaveLength(3)
  })
})
