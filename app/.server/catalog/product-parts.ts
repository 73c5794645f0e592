import { eq, sql } from 'drizzle-orm'
import type { ProductToSave } from '#app/contracts/catalog/read-product.ts'
import { goldSizeAttribute, keyedSizes } from '#app/domain/catalog/gold-size.ts'
import { mediaAddress, readMediaAddress } from '#app/domain/catalog/media.ts'
import { categoryKey } from '#app/domain/catalog/search.ts'
import { keysToStore } from '#app/domain/catalog/size-key.ts'
import { categorySlug } from '#app/domain/catalog/slug.ts'
import type { AppContext } from '../app-context.ts'
import { recountedColumns, refusedCount, refuseRemoved } from '../inventory/stock.ts'
import { lockMedia, pictureOf } from '../media/repository.ts'
import {
  productAttributes,
  productCategories,
  productCategoryMappings,
  productImages,
} from '../platform/db/catalog-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'

/** Pictures, attributes and categories of a product: those that are given take the place of those stored. */
export type ProductParts = Partial<
  Pick<ProductToSave, 'images' | 'sizes' | 'specifications' | 'categories'>
>

/**
 * Writes them inside the caller's transaction [DATA-18, DATA-19, DATA-22]. Whatever fails is thrown
 * and stops the save [DATA-23], but a category that cannot be created or attached: that is logged,
 * skipped and answered by its name [DATA-24, D20].
 */
export async function replaceParts(
  tx: Orm,
  app: AppContext,
  productId: string,
  { images, sizes, specifications, categories }: ProductParts,
): Promise<{ skipped: string[] }> {
  if (images) {
    await tx.delete(productImages).where(eq(productImages.productId, productId))
    const shown = await withPresentAddresses(tx, images)
    const rows = shown.map((image, order) => ({ ...image, productId, order }))
    if (rows.length > 0) await tx.insert(productImages).values(rows)
  }
  if (sizes && specifications) {
    const stored = await tx
      .delete(productAttributes)
      .where(eq(productAttributes.productId, productId))
      .returning()
    const inOrder = stored.toSorted((one, other) => one.position - other.position)
    const known = keyedSizes(inOrder)
    const keys = keysToStore(sizes, known)
    for (const { key, size, attribute } of known) {
      if (!keys.includes(key)) refuseRemoved(size, attribute.piecesReserved)
    }
    const rows = [
      ...sizes.map((size, index) => {
        const key = keys[index] ?? null
        const was = known.find((each) => each.key === key)?.attribute
        return { ...goldSizeAttribute(size), key, ...countOfSize(size, was) }
      }),
      ...specifications,
    ].map((row, position) => ({ ...row, productId, position }))
    if (rows.length > 0) await tx.insert(productAttributes).values(rows)
  }
  if (!categories) return { skipped: [] }
  await tx.delete(productCategoryMappings).where(eq(productCategoryMappings.productId, productId))
  return { skipped: await attachCategories(tx, app, productId, categories) }
}

type StoredCount = Pick<
  typeof productAttributes.$inferSelect,
  'pieces' | 'piecesCounted' | 'piecesReserved'
>

/** As it is stored, whatever was sold since the form was opened, and what staff wrote over it. */
function countOfSize(
  { size, pieces: count }: ProductToSave['sizes'][number],
  was: StoredCount = { pieces: null, piecesCounted: null, piecesReserved: 0 },
): StoredCount {
  const { pieces, piecesCounted, piecesReserved } = was
  const columns =
    count &&
    recountedColumns({ pieces, reserved: piecesReserved }, count, (why) =>
      refusedCount(`Size ${size}: ${why}`, count.at),
    )
  return { pieces, piecesCounted, piecesReserved, ...columns }
}

/**
 * Pictures of the library as they are turned and cut now, whatever the form knew of them. They are
 * locked, so that none is deleted while a product takes it; one that is gone is refused [MEDIA-07].
 */
async function withPresentAddresses(
  tx: Orm,
  images: ProductToSave['images'],
): Promise<ProductToSave['images']> {
  const ids = images.map(({ src }) => readMediaAddress(src)?.id)
  const known = await lockMedia(
    tx,
    ids.filter((id) => id !== undefined),
  )
  return images.map((image, index) => {
    const id = ids[index]
    if (id === undefined) return image
    const row = known.get(id)
    if (row) return { ...image, src: mediaAddress(pictureOf(row)) }
    throw new AppError(
      'picture_gone',
      409,
      `Image ${index + 1} was deleted from the library in the meantime. Remove it here, or upload it again.`,
      { details: { at: `images.${index}.src` } },
    )
  })
}

async function attachCategories(
  tx: Orm,
  app: AppContext,
  productId: string,
  names: readonly string[],
): Promise<string[]> {
  const skipped: string[] = []
  for (const [position, name] of names.entries()) {
    try {
      // A savepoint: what fails inside leaves the rest of the save standing.
      await tx.transaction(async (step) => {
        const categoryId = await categoryCalled(step, name)
        await step.insert(productCategoryMappings).values({ productId, categoryId, position })
      })
    } catch (error) {
      app.log.error({ err: error, category: name, productId }, 'a category was skipped')
      skipped.push(name)
    }
  }
  return skipped
}

/** The category of that name, whatever its capitals and blanks [D43]; made where there is none. */
export async function categoryCalled(tx: Orm, name: string): Promise<string> {
  // Before any row of a category is locked, as every change of them (0044): two saves wait in turn.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('categories of products'))`)
  // Locked: its last product may leave it at the same moment, and the category would go with it.
  const existing = () =>
    tx
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(sql`folded(single_spaced(${productCategories.name})) = ${categoryKey(name)}`)
      .for('key share')
  const [known] = await existing()
  if (known) return known.id
  const [made] = await tx
    .insert(productCategories)
    .values({ name, slug: categorySlug(name) })
    .onConflictDoNothing()
    .returning({ id: productCategories.id })
  if (made) return made.id
  // Someone else made it at the same moment, or another category has its slug.
  const [overtaken] = await existing()
  if (!overtaken) throw new Error(`The slug of “${name}” belongs to another category`)
  return overtaken.id
}
