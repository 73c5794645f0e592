import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createProduct, updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { invalidateCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { activeProduct } from '#app/.server/catalog/queries/catalog.ts'
import { readConfig } from '#app/.server/config.ts'
import { productImages } from '#app/.server/platform/db/catalog-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { openMediaFiles } from '#app/.server/platform/media-files.ts'
import { mediaAddress, middle, uncut } from '#app/domain/catalog/media.ts'
import { besidesMessage } from '#app/domain/catalog/media-limits.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { photo, upload } from '#tests/support/pictures.ts'
import { productToSave } from '#tests/support/product-drafts.ts'
import { s3Keys, s3Server } from '#tests/support/s3-server.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { syncMediaFiles } from '../jobs/sync-media-files.ts'
import { openPictureMaker } from '../picture-maker.ts'
import { libraryPage } from '../queries/library.ts'
import { mediaDetail } from '../queries/media-detail.ts'
import { pictureOf } from '../repository.ts'
import { changeMedia } from './change-media.ts'
import { deleteMedia } from './delete-media.ts'
import { describeMedia } from './describe-media.ts'
import { uploadPart } from './upload.ts'

const by = 'ada@example.com'
const pictureMaker = openPictureMaker()
afterAll(() => pictureMaker.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'four-nines-media-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function shopWithMedia(db: Database, settings: Record<string, string> = {}) {
  const config = readConfig({ GOLD_SOURCES: 'none', DATA_DIR: folder, ...settings })
  const mediaFiles = openMediaFiles(config.media, new AbortController().signal)
  return sellingShop(db, { config, mediaFiles, pictureMaker })
}

const stored = () => readdirSync(join(folder, 'media')).toSorted()
const all = { q: '', filter: 'all', page: 1 } as const
const plain = { rotation: 0, cut: uncut, focus: middle, alt: '' } as const

onBothDatabases('the library', (open) => {
  it('takes an upload in parts, goes on where it was cut off, and keeps it once [MEDIA-01, MEDIA-02]', async () => {
    const { shop } = await shopWithMedia(await open())
    const [bytes, key] = [await photo(), randomUUID()]
    const [half, size] = [Math.floor(bytes.length / 2), bytes.length]
    const [first, second] = [bytes.subarray(0, half), bytes.subarray(half)]
    const send = (at: number, part: Buffer) =>
      uploadPart(shop, { key, at, size, name: 'ring.jpg', part, by })
    expect(await send(0, first)).toEqual({ received: half })
    // Its answer was lost: sent again, it is told where to go on.
    expect(await send(0, first)).toEqual({ received: half })
    expect(await send(half + 9, second)).toEqual({ received: half })
    // A double press at the end: one picture.
    const [one, other] = await Promise.all([send(half, second), send(half, second)])
    expect(one).toMatchObject({ isNew: true, picture: { name: 'ring.jpg', createdBy: by } })
    expect(other).toEqual(one)
    // After its end, too.
    expect(await send(half, second)).toEqual(one)
    expect(await upload(shop, bytes, { name: 'copy.jpg' })).toMatchObject({
      isNew: false,
      picture: { name: 'ring.jpg' },
    })
    expect((await libraryPage(shop, all)).total).toBe(1)
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    const [id] = stored()[0]?.split('-') ?? []
    expect(stored().map((name) => name.replace(/^[^-]+-([\da-f]{8})?/, ''))).toEqual(
      ['-320.avif', '-320.webp', '-480.avif', '-480.webp', '.jpg', 'master.webp'].toSorted(),
    )
    expect(stored().every((name) => name.startsWith(`${id}-`))).toBe(true)
  })

  it('keeps nothing of what is refused: no picture, nothing, too much, a full disk [MEDIA-02]', async () => {
    const { shop } = await shopWithMedia(await open())
    const refused = async (bytes: Buffer) => (await refusal(upload(shop, bytes))).message
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatch(/SVG/)
    expect(await refused(Buffer.from('\0\0\0\x18ftypheic', 'latin1'))).toMatch(/HEIC/)
    expect(await refused(Buffer.alloc(0))).toMatch(/empty/)
    const lying = { key: randomUUID(), at: 0, size: 3, name: 'a.jpg', part: Buffer.alloc(9), by }
    expect((await refusal(uploadPart(shop, lying))).code).toBe('upload_mismatch')
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    const onFullDisk = {
      ...shop,
      mediaFiles: { ...shop.mediaFiles, store: () => Promise.reject(full) },
    }
    const bytes = await photo()
    expect(await refusal(upload(onFullDisk, bytes))).toMatchObject({
      status: 507,
      message: expect.stringContaining('The shop’s disk is full'),
    })
    expect((await libraryPage(shop, all)).total).toBe(0)
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    // And once there is room again:
    expect(await upload(shop, bytes)).toMatchObject({ isNew: true })
  })

  it('refuses a picture that is a page, a program, a PDF or an archive as well [MEDIA-12]', async () => {
    const { shop } = await shopWithMedia(await open())
    const picture = await photo()
    const zip = Buffer.alloc(22 + 5)
    zip.write('PK\x05\x06', 'latin1')
    zip.writeUInt16LE(5, 20)
    const pdf = Buffer.concat([
      picture.subarray(0, 2),
      Buffer.from('\xff\xfe\0\x08%PDF-1', 'latin1'),
    ])
    for (const two of [
      Buffer.concat([picture, Buffer.from('<html><script>alert(1)</script>')]),
      Buffer.concat([picture, Buffer.from('<?php echo 1;')]),
      // Across the chunks in which the file is read.
      Buffer.concat([picture, Buffer.alloc(65_536 - picture.length - 3), Buffer.from('<ScRiPt>')]),
      Buffer.concat([picture, zip]),
      Buffer.concat([pdf, picture.subarray(2)]),
    ]) {
      const { status, message } = await refusal(upload(shop, two))
      expect({ status, message }).toEqual({ status: 422, message: besidesMessage })
    }
    expect((await libraryPage(shop, all)).total).toBe(0)
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    // As phones put a short film behind a photograph.
    const film = Buffer.concat([picture, Buffer.from('\0\0\0\x18ftypmp42PK\x05\x06', 'latin1')])
    expect(await upload(shop, film)).toMatchObject({ isNew: true })
  })

  it('keeps one picture of two people’s uploads of one file at once [MEDIA-02]', async () => {
    const { shop } = await shopWithMedia(await open())
    const bytes = await photo()
    const both = await Promise.all([
      upload(shop, bytes, { by }),
      upload(shop, bytes, { by: 'bea@example.com' }),
    ])
    expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
    expect(both[0]?.picture).toEqual(both[1]?.picture)
  })

  it('lists the newest first, finds by name and words, and tells where each is used [MEDIA-04, MEDIA-05]', async () => {
    const { shop, pass } = await shopWithMedia(await open())
    const { picture: ring } = await upload(shop, await photo('#aa8800'), { name: 'Ring.jpg' })
    pass(1)
    const { picture: chain } = await upload(shop, await photo('#0088aa'), { name: 'IMG_2.jpg' })
    await describeMedia(shop, { id: chain.id, by, alt: 'A chain on slate' })
    const src = mediaAddress(pictureOf(ring))
    const product = productToSave({ images: [{ src, alt: 'A ring' }] })
    const { id } = await createProduct(shop, { by, product })
    const page = await libraryPage(shop, all)
    expect(page).toMatchObject({
      withoutAlt: 1,
      pictures: [
        { id: chain.id, alt: 'A chain on slate', uses: 0 },
        { id: ring.id, alt: '', uses: 1 },
      ],
    })
    const named = async (q: string, filter: 'all' | 'unused' | 'without-alt' = 'all') =>
      (await libraryPage(shop, { ...all, q, filter })).pictures.map(({ name }) => name)
    expect(await named('slate')).toEqual(['IMG_2.jpg'])
    expect(await named('rIng')).toEqual(['Ring.jpg'])
    expect(await named('', 'unused')).toEqual(['IMG_2.jpg'])
    expect(await named('', 'without-alt')).toEqual(['Ring.jpg'])
    expect(await mediaDetail(shop, ring.id)).toMatchObject({ uses: [{ id, name: 'Salish Wave' }] })
    expect(await mediaDetail(shop, 'nobody')).toBeNull()
  })

  it('turns, cuts and focuses a picture, and every product shows it so at once, and not below the least size [MEDIA-06, MEDIA-15]', async () => {
    const db = await open()
    const { shop } = await shopWithMedia(db)
    const { picture } = await upload(shop, await photo('#aa8800', 800, 400))
    const src = mediaAddress(pictureOf(picture))
    const product = productToSave({ images: [{ src, alt: 'A ring' }] })
    const { id } = await createProduct(shop, { by, product })
    const change = {
      ...plain,
      id: picture.id,
      by,
      revision: 1,
      alt: 'Words',
      rotation: 90 as const,
      cut: { ...uncut, top: 50 },
      focus: { x: 10, y: 90 },
    }
    await changeMedia(shop, change)
    // In a running shop the database's notice says so (tests/e2e/media.spec.ts).
    invalidateCatalog(shop)
    const [image] = (await activeProduct(shop, id))?.images ?? []
    expect(image?.src).toMatch(/^\/media\/[\da-f]{16}-[\da-f]{8}-400x400-10x90\.jpg$/)
    expect(image?.src).not.toContain(picture.version)
    // The older files are there for pages that are open.
    expect(stored().filter((name) => name.endsWith('.jpg'))).toHaveLength(2)
    expect((await refusal(changeMedia(shop, change))).code).toBe('media_changed')
    const sliver = { ...change, revision: 2, cut: { ...uncut, top: 50, left: 30 } }
    expect((await refusal(changeMedia(shop, sliver))).code).toBe('picture_cut')
    // A form that was open on the product is saved, and shows the picture as it is now.
    await updateProduct(shop, { id, revision: 1, by, changes: product })
    const [row] = await db.orm.select().from(productImages).where(eq(productImages.productId, id))
    expect(row?.src).toBe(image?.src)
    expect(await mediaDetail(shop, picture.id)).toMatchObject({ alt: 'Words', rotation: 90 })
  })

  it('deletes what no product shows, and lets no product take what is deleted [MEDIA-07]', async () => {
    const db = await open()
    const { shop } = await shopWithMedia(db)
    const { picture } = await upload(shop, await photo())
    const src = mediaAddress(pictureOf(picture))
    const product = productToSave({ images: [{ src, alt: '' }] })
    const { id } = await createProduct(shop, { by, product })
    expect(await refusal(deleteMedia(shop, { id: picture.id, by }))).toMatchObject({
      status: 409,
      message: 'This image is used by “Salish Wave”. Remove it there first.',
    })
    await updateProduct(shop, { id, revision: 1, by, changes: productToSave({ images: [] }) })
    await deleteMedia(shop, { id: picture.id, by })
    expect((await refusal(deleteMedia(shop, { id: picture.id, by }))).status).toBe(404)
    const again = updateProduct(shop, { id, revision: 2, by, changes: product })
    expect(await refusal(again)).toMatchObject({ code: 'picture_gone', status: 409 })
    expect(await db.orm.$count(media)).toBe(0)
  })

  it('takes one of two that delete a picture and put it on a product at once [MEDIA-07]', async () => {
    const db = await open()
    const { shop } = await shopWithMedia(db)
    const { picture } = await upload(shop, await photo())
    const src = mediaAddress(pictureOf(picture))
    const product = productToSave({ images: [{ src, alt: '' }] })
    const [made, deleted] = await Promise.allSettled([
      createProduct(shop, { by, product }),
      deleteMedia(shop, { id: picture.id, by }),
    ])
    expect([made.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await db.orm.$count(media)).toBe(made.status === 'fulfilled' ? 1 : 0)
  })

  it('makes files again that are lost, and sweeps those of no picture a day later [MEDIA-08]', async () => {
    const { shop } = await shopWithMedia(await open())
    const now = () => new Date()
    const app = { ...shop, now }
    const { picture } = await upload(app, await photo())
    const whole = stored()
    for (const name of whole.filter((each) => !each.includes('master'))) {
      rmSync(join(folder, 'media', name))
    }
    await syncMediaFiles(app)
    expect(stored()).toEqual(whole)
    await deleteMedia(app, { id: picture.id, by })
    await syncMediaFiles(app)
    expect(stored()).toEqual(whole)
    const old = new Date(Date.now() - 25 * 3_600_000)
    for (const name of whole) utimesSync(join(folder, 'media', name), old, old)
    const part = join(folder, 'uploads', `${randomUUID()}.part`)
    const unfinished = { key: part.slice(-41, -5), at: 0, size: 99, name: 'a', by }
    await uploadPart(app, { ...unfinished, part: Buffer.alloc(9) })
    utimesSync(part, old, old)
    await syncMediaFiles(app)
    expect(stored()).toEqual([])
    expect(existsSync(part)).toBe(false)
  })

  it('keeps its files in a bucket where one is set, and says when that does not answer [MEDIA-09]', async () => {
    const bucket = await s3Server('shop')
    const settings = { MEDIA_URL: 's3://shop/media', AWS_ENDPOINT_URL_S3: bucket.url, ...s3Keys }
    const { shop } = await shopWithMedia(await open(), settings)
    const { picture } = await upload(shop, await photo())
    expect(existsSync(join(folder, 'media'))).toBe(false)
    const names = (await shop.mediaFiles.list()).map(({ name }) => name)
    expect(names).toHaveLength(6)
    const [webp = ''] = names.filter((name) => name.endsWith('-320.webp'))
    expect((await shop.mediaFiles.read(webp))?.subarray(8, 12).toString()).toBe('WEBP')
    expect(await shop.mediaFiles.read(webp.replace('320', '321'))).toBeNull()
    await deleteMedia(shop, { id: picture.id, by })
    const later = { ...shop, now: () => new Date(Date.now() + 25 * 3_600_000) }
    await syncMediaFiles(later)
    expect(await shop.mediaFiles.list()).toEqual([])
    await bucket.close()
    expect(await refusal(upload(shop, await photo('#123456')))).toMatchObject({
      status: 503,
      message: expect.stringContaining('couldn’t be saved'),
    })
  })
})
