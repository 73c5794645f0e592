import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { openPictureMaker } from '#app/.server/media/picture-maker.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { tradeInPhotos } from '#app/.server/platform/db/trade-in-schema.ts'
import { maxPhotos } from '#app/domain/trade-ins/trade-in.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { offersAll, ownedPiece, requestOf, tradeInBy } from '#tests/support/trade-ins.ts'
import { photoFile, photosOf } from '../photos.ts'
import { ownerTradeIn } from '../queries/owner-trade-in.ts'
import { tradeInPage } from '../queries/trade-in-page.ts'
import { addPhoto, removePhoto } from './change-photos.ts'
import { cancelOwnTradeIn } from './owner-trade-in.ts'
import { requestTradeIn } from './request-trade-in.ts'

const by = 'ann@example.com'
const pictureMaker = openPictureMaker()
afterAll(() => pictureMaker.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-photos-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function benchShop(db: Database) {
  const config = readConfig({ GOLD_SOURCES: 'none', DATA_DIR: folder })
  const { shop } = await sellingShop(db, { config, pictureMaker })
  await offersAll(shop)
  const { token } = await requested(shop)
  const { id } = await tradeInBy(shop, token)
  return { shop, token, id }
}

async function requested(shop: AppContext) {
  const { certificate, code } = await ownedPiece(shop)
  return requestTradeIn(shop, { ...requestOf('recast', code), certificateId: certificate.id })
}

async function add(shop: AppContext, id: string, bytes: Buffer, key: string = randomUUID()) {
  const part = { key, at: 0, size: bytes.length, name: 'bench.jpg', part: bytes, by }
  const added = await addPhoto(shop, { id, ...part })
  if ('received' in added) throw new Error('the upload did not end')
  return added.photo
}

onBothDatabases('photographs at the bench', (open) => {
  it('are kept with the case once, without what was in the file besides, and never in the library [TRADE-27]', async () => {
    const { shop, id } = await benchShop(await open())
    const taken = await sharp(await photo())
      .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitude: '47/1 36/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif).toBeDefined()
    const key = randomUUID()
    const [one, same] = [await add(shop, id, taken, key), await add(shop, id, taken, key)]
    expect(same).toBe(one)
    expect(await photosOf(shop.db.orm, id)).toMatchObject([
      { id: one, by, width: 480, height: 360 },
    ])
    const kept = await photoFile(shop, { id }, one)
    const found = await sharp(Buffer.from(kept ?? [])).metadata()
    expect(found).toMatchObject({ format: 'webp', width: 480, height: 360 })
    expect([found.exif, found.xmp]).toEqual([undefined, undefined])
    expect(await shop.db.orm.$count(media)).toBe(0)
    const { history } = await tradeInPage(shop, id)
    expect(history.map(({ why }) => why).filter((why) => why === 'Photo added.')).toHaveLength(1)
  })

  it('are at most eight, are no other files, and end with the case [TRADE-27]', async () => {
    const { shop, token, id } = await benchShop(await open())
    expect((await refusal(add(shop, id, Buffer.from('<svg/>')))).message).toContain('SVG')
    expect((await refusal(add(shop, 'nothing', await photo()))).code).toBe('trade_in_unknown')
    const bytes = await photo()
    for (let nth = 1; nth < maxPhotos; nth += 1) await add(shop, id, bytes)
    // Of two at once, the eighth is one.
    const two = await Promise.allSettled([add(shop, id, bytes), add(shop, id, bytes)])
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const all = await photosOf(shop.db.orm, id)
    expect(all).toHaveLength(maxPhotos)
    const gone = { id, by, photo: all[0]?.id ?? '' }
    await removePhoto(shop, gone)
    await removePhoto(shop, gone)
    expect(await photosOf(shop.db.orm, id)).toHaveLength(maxPhotos - 1)
    await cancelOwnTradeIn(shop, { token })
    expect((await refusal(add(shop, id, bytes))).message).toContain('has ended')
    expect(await refusal(removePhoto(shop, { ...gone, photo: all[1]?.id ?? '' }))).toMatchObject({
      code: 'trade_in_refused',
    })
    // Erasing the owner’s data deletes them.
    await shop.db.orm.delete(tradeInPhotos).where(eq(tradeInPhotos.tradeInId, id))
    expect(await photosOf(shop.db.orm, id)).toEqual([])
  })

  it('are shown to the person with the secret link of their case, and to no other [TRADE-28]', async () => {
    const { shop, token, id } = await benchShop(await open())
    const taken = await add(shop, id, await photo())
    expect((await ownerTradeIn(shop, token))?.photos).toEqual([
      { id: taken, width: 480, height: 360 },
    ])
    expect(await photoFile(shop, { token }, taken)).not.toBeNull()
    const other = await requested(shop)
    for (const by of [{ token: other.token }, { token: 'x'.repeat(32) }, { id: 'nothing' }]) {
      expect(await photoFile(shop, by, taken)).toBeNull()
    }
    const elsewhere = await tradeInBy(shop, other.token)
    await removePhoto(shop, { id: elsewhere.id, by, photo: taken })
    expect(await photosOf(shop.db.orm, id)).toHaveLength(1)
  })
})
