import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { productImages, products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  type Cut,
  cutBox,
  type Focus,
  mediaAddress,
  mediaAddressStart,
  type PictureEdit,
  type Rotation,
  turned,
} from '#app/domain/catalog/media.ts'
import { leastPixels } from '#app/domain/catalog/media-limits.ts'
import { fieldChanges } from '#app/domain/text/field-changes.ts'
import {
  mediaById,
  mediaGone,
  pictureOf,
  readMaster,
  storeSizes,
  versionOf,
} from '../repository.ts'

export type MediaChange = {
  id: string
  by: string
  /** That the change was begun from. */
  revision: number
  alt: string
  rotation: Rotation
  cut: Cut
  focus: Focus
}

/**
 * Changes what is said of a picture, how it is turned and cut, and what a card keeps in sight. New files
 * are made first, under their own names; then the products that show the picture name them, at once
 * with the library [MEDIA-06].
 */
export async function changeMedia(app: AppContext, change: MediaChange): Promise<void> {
  const { id, revision, alt, rotation, cut, focus } = change
  const before = await withDatabase(app, ({ orm }) => mediaById(orm, id))
  if (!before) throw mediaGone()
  if (before.revision !== revision) throw changedSinceLoaded()
  const version = versionOf({ rotation, cut })
  if (version !== before.version && isTooLittle(before, change)) throw cutTooMuch()
  const made = version === before.version ? null : await makeAgain(app, change, version)
  await staffTransaction(app, change, async (tx, { at, audit }) => {
    const [locked] = await tx.select().from(media).where(eq(media.id, id)).for('update')
    if (!locked) throw mediaGone()
    if (locked.revision !== revision) throw changedSinceLoaded()
    const [changed] = await tx
      .update(media)
      .set({
        alt,
        rotation,
        cutLeft: cut.left,
        cutTop: cut.top,
        cutRight: cut.right,
        cutBottom: cut.bottom,
        focusX: focus.x,
        focusY: focus.y,
        version,
        ...(made ? { width: made.width, height: made.height } : {}),
        revision: sql`${media.revision} + 1`,
      })
      .where(eq(media.id, id))
      .returning()
    if (!changed) throw mediaGone()
    await renewAddresses(tx, { id, src: mediaAddress(pictureOf(changed)), at })
    await audit({
      action: 'media.changed',
      target: { type: 'media', id },
      facts: { name: changed.name, changes: fieldChanges(said(locked), said(changed)) },
    })
  })
}

/** For the log: what of a picture is changed on its screen. */
function said(row: typeof media.$inferSelect) {
  const { alt, rotation, cutLeft, cutTop, cutRight, cutBottom, focusX, focusY } = row
  return {
    alt,
    rotation,
    cut: `left ${cutLeft}%, top ${cutTop}%, right ${cutRight}%, bottom ${cutBottom}%`,
    focus: `${focusX}% across, ${focusY}% down`,
  }
}

/**
 * Wherever the picture is shown. `updated_at` tells the catalog in memory to read these products again;
 * their revision stays, so that a form that is open on one of them can still be saved.
 */
async function renewAddresses(
  tx: Orm,
  { id, src, at }: { id: string; src: string; at: Date },
): Promise<void> {
  const renewed = await tx
    .update(productImages)
    .set({ src })
    .where(
      sql`${productImages.src} like ${`${mediaAddressStart(id)}%`} and ${productImages.src} <> ${src}`,
    )
    .returning({ id: productImages.productId })
  for (const productId of new Set(renewed.map((row) => row.id))) {
    await tx
      .update(products)
      // Another one even within the millisecond of its last save.
      .set({ updatedAt: sql`greatest(${at}, ${products.updatedAt} + interval '1 millisecond')` })
      .where(eq(products.id, productId))
  }
}

async function makeAgain(app: AppContext, { id, rotation, cut }: MediaChange, version: string) {
  const sizes = await app.pictureMaker.sizes(await readMaster(app, id), { rotation, cut })
  // Also where they are there from before: what is swept goes by when a file was stored.
  await storeSizes(app, { id, version }, sizes)
  return sizes
}

/** What is left is held to the same least size as an upload; a picture that is not cut is as it was sent. */
function isTooLittle(
  { masterWidth: width, masterHeight: height }: typeof media.$inferSelect,
  { rotation, cut }: PictureEdit,
): boolean {
  const whole = turned({ width, height }, rotation)
  const left = cutBox(whole, cut)
  const isCut = left.width < whole.width || left.height < whole.height
  return isCut && Math.min(left.width, left.height) < leastPixels
}

const cutTooMuch = () =>
  new AppError(
    'picture_cut',
    422,
    `What’s left of the image would look grainy: each side needs at least ${leastPixels} pixels. Crop less.`,
  )

const changedSinceLoaded = () =>
  new AppError(
    'media_changed',
    409,
    'Someone else changed this image after you opened it. Your changes weren’t saved. Reload to see the current version.',
  )
