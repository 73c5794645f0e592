import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { photo, upload } from '#tests/support/pictures.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readConfig } from '../config.ts'
import { syncMediaFiles } from '../media/jobs/sync-media-files.ts'
import { openPictureMaker } from '../media/picture-maker.ts'
import { backupRuns } from '../platform/db/backup-schema.ts'
import type { Database } from '../platform/db/database.ts'
import { openMediaFiles } from '../platform/media-files.ts'
import { secretMark } from '../platform/secret.ts'
import { readBackup } from './backup-file.ts'
import { nightlyBackup } from './jobs/nightly-backup.ts'
import { checkPictures } from './pictures.ts'
import { openRestore } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const log = pino({ level: 'silent' })
const secret = 'this secret has 32 characters or more'
const pictureMaker = openPictureMaker()
afterAll(() => pictureMaker.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-pictures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function shopWithPictures(db: Database) {
  const settings = { DATA_DIR: join(folder, 'before'), BACKUP_TO: folder }
  const config = readConfig({ GOLD_SOURCES: 'none', ...settings })
  const mediaFiles = openMediaFiles(config.media, new AbortController().signal)
  const { shop } = await sellingShop(db, { config, mediaFiles, pictureMaker })
  for (const color of ['#aa8800', '#0088aa']) await upload(shop, await photo(color))
  return shop
}

const masters = (dataDir: string) =>
  readdirSync(join(folder, dataDir, 'media')).filter((name) => name.includes('master'))

it('brings pictures back, and the shop makes their widths again [MEDIA-10]', async () => {
  const db = await memoryDatabase()
  const shop = await shopWithPictures(db)
  const now = shop.now()
  const origin = { secret, secretMark: secretMark(secret), now, media: shop.mediaFiles }
  const file = join(folder, 'shop.gz')
  writeFileSync(file, await takeBackup(db, origin))
  const config = readConfig({ DATA_DIR: join(folder, 'after') })
  const restore = await openRestore({ config, file, log })
  expect(await restore.apply(now)).toMatchObject({ pictures: 2, unknownTables: [] })
  await restore.close()
  expect(masters('after')).toEqual(masters('before'))
  const mediaFiles = openMediaFiles(config.media, new AbortController().signal)
  for (const name of masters('after')) {
    expect(await mediaFiles.read(name)).toEqual(await shop.mediaFiles.read(name))
  }
  await syncMediaFiles({ ...shop, config, mediaFiles })
  expect(readdirSync(join(folder, 'after', 'media'))).toEqual(
    readdirSync(join(folder, 'before', 'media')),
  )
  await db.close()
})

onBothDatabases('a nightly backup', (open) => {
  it('has each picture, and its weekly trial fails where one is missing [MEDIA-10]', async () => {
    const shop = await shopWithPictures(await open())
    const origin = { secret, secretMark: secretMark(secret), now: shop.now() }
    const bytes = await takeBackup(shop.db, { ...origin, media: shop.mediaFiles })
    const whole = await readBackup({ file: 'whole', bytes })
    expect(whole.tables.get('files of pictures')?.rows).toBe(2)
    expect(() => checkPictures(whole)).not.toThrow()
    const [lost = ''] = masters('before')
    rmSync(join(folder, 'before', 'media', lost))
    await nightlyBackup(shop)
    const kept = await shop.db.orm.select().from(backupRuns).orderBy(backupRuns.id)
    expect(kept.map(({ kind, problem }) => [kind, problem])).toEqual([
      ['nightly', null],
      ['rehearsal', '1 of 2 images in the library had no file to back up; upload it again.'],
    ])
  })
})
