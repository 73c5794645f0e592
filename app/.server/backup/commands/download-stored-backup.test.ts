import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { backupRuns } from '#app/.server/platform/db/backup-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { s3Keys, s3Server } from '#tests/support/s3-server.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { newBackupKey } from '../encryption.ts'
import { nightlyBackup } from '../jobs/nightly-backup.ts'
import { storedBackups } from '../stored-backups.ts'
import { downloadStoredBackup } from './download-stored-backup.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-stored-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** So many nights, of which none tries a restore: that is asked in nightly-backup.test.ts, and takes longest. */
async function shopAfter(nights: number, db: Database, settings: Record<string, string> = {}) {
  const config = readConfig({ GOLD_SOURCES: 'none', BACKUP_TO: folder, ...settings })
  const { shop, pass } = await sellingShop(db, { config })
  for (let night = 0; night < nights; night += 1) {
    if (night > 0) pass(24 * 60)
    const times = { startedAt: shop.now(), finishedAt: shop.now() }
    await db.orm.insert(backupRuns).values({ kind: 'rehearsal', state: 'done', ...times })
    await nightlyBackup(shop)
  }
  return { shop, list: () => storedBackups(shop.db.orm, shop.config.backup.to) }
}

const take = (shop: AppContext, id: number) =>
  downloadStoredBackup(shop, { id, by: 'ann@example.com', address: '::1' })

const bytesOf = async (body: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(body).arrayBuffer())

const takenFrom = async ({ db }: AppContext) =>
  (await db.orm.select().from(auditLog).where(eq(auditLog.action, 'backup.downloaded'))).map(
    ({ actorId, targetId }) => [actorId, targetId],
  )

onBothDatabases('a backup of a night', (open) => {
  it('is given as it lies there, encrypted, and the log has who took it [SYSTEM-05]', async () => {
    const key = await newBackupKey(join(folder, 'key'), new Date())
    const { shop, list } = await shopAfter(1, await open(), { BACKUP_KEY: key })
    const [stored] = await list()
    expect(stored).toMatchObject({ name: 'four-nines-2026-03-11T16-00-00Z.gz.age', isHere: true })
    const file = await take(shop, stored?.id ?? 0)
    expect(file.name).toBe(stored?.name)
    expect(file.bytes).toBe(stored?.bytes)
    const bytes = await bytesOf(file.body)
    expect(bytes.equals(readFileSync(join(folder, file.name)))).toBe(true)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(await takenFrom(shop)).toEqual([['ann@example.com', stored?.name]])
  })

  it('comes from a bucket too, and a bucket that does not answer is told of [SYSTEM-05]', async () => {
    const s3 = await s3Server('gold')
    const { shop, list } = await shopAfter(1, await open(), {
      BACKUP_TO: 's3://gold/nightly',
      AWS_ENDPOINT_URL_S3: s3.url,
      ...s3Keys,
    })
    const [stored] = await list()
    const id = stored?.id ?? 0
    const file = await take(shop, id)
    expect(file.bytes).toBe(stored?.bytes)
    expect((await bytesOf(file.body)).length).toBe(stored?.bytes)
    await s3.close()
    await expect(take(shop, id)).rejects.toMatchObject({ code: 'backup_unreadable', status: 503 })
    expect(await takenFrom(shop)).toHaveLength(1)
  })

  it('that is not there any more, is in another place or has no name of a backup is refused, and nothing is noted [SYSTEM-05]', async () => {
    const { shop, list } = await shopAfter(1, await open())
    const [stored] = await list()
    const [id, name] = [stored?.id ?? 0, stored?.name ?? '']
    const isRefused = (which: number) =>
      expect(take(shop, which)).rejects.toMatchObject({ code: 'backup_gone', status: 404 })
    await isRefused(0)
    await isRefused(id + 1000)

    renameSync(join(folder, name), join(folder, 'elsewhere'))
    await isRefused(id)
    const rename = (to: string) =>
      shop.db.orm.update(backupRuns).set({ name: to }).where(eq(backupRuns.id, id))
    await rename('elsewhere')
    await isRefused(id)
    await rename('../elsewhere')
    await isRefused(id)
    await rename(name)
    renameSync(join(folder, 'elsewhere'), join(folder, name))
    await (await take(shop, id)).body.cancel()

    shop.config = readConfig({ GOLD_SOURCES: 'none', BACKUP_TO: join(folder, 'new') })
    expect(await list()).toMatchObject([{ name, isHere: false }])
    await isRefused(id)
    shop.config = readConfig({ GOLD_SOURCES: 'none' })
    await isRefused(id)
    expect(await takenFrom(shop)).toHaveLength(1)
  })

  it('is listed for as long as the shop keeps it [SYSTEM-05]', async () => {
    const { list } = await shopAfter(17, await open())
    const names = (await list()).map(({ name }) => name)
    expect(names).toEqual(readdirSync(folder).sort().reverse())
    expect(names.length).toBeLessThan(17)
  })
})
