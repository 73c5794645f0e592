import { eq, sql } from 'drizzle-orm'
import type { ProductToSave } from '#app/contracts/read-product.ts'
import { goldSizeAttribute } from '#app/domain/catalog/gold-size.ts'
import { categoryKey } from '#app/domain/catalog/search.ts'
import { categorySlug } from '#app/domain/catalog/slug.ts'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import {
  productAttributes,
  productCategories,
  productCategoryMappings,
  productImages,
} from '../platform/db/schema.ts'

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
  app: AppContext,
  tx: Orm,
  productId: string,
  { images, sizes, specifications, categories }: ProductParts,
): Promise<{ skipped: string[] }> {
  if (images) {
    await tx.delete(productImages).where(eq(productImages.productId, productId))
    const rows = images.map((image, order) => ({ ...image, productId, order }))
    if (rows.length > 0) await tx.insert(productImages).values(rows)
  }
  if (sizes && specifications) {
    await tx.delete(productAttributes).where(eq(productAttributes.productId, productId))
    const rows = [...sizes.map(goldSizeAttribute), ...specifications].map(
      ({ name, option }, position) => ({ name, option, productId, position }),
    )
    if (rows.length > 0) await tx.insert(productAttributes).values(rows)
  }
  if (!categories) return { skipped: [] }
  await tx.delete(productCategoryMappings).where(eq(productCategoryMappings.productId, productId))
  return { skipped: await attachCategories(app, tx, productId, categories) }
}

async function attachCategories(
  app: AppContext,
  tx: Orm,
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
  const existing = () =>
    tx
      .select({ id: productCategories.id })
      .from(productCategories)
      .where(sql`folded(single_spaced(${productCategories.name})) = ${categoryKey(name)}`)
  const [known] = await existing()
  if (known) return known.id
  const [made] = await tx
    .insert(productCategories)
    .values({ name, slug: categorySlug(name) })
    .onConflictDoNothing()
    .returning({ id: productCategories.id })
  if (made) return made.id
  // Somebody else made it at the same moment, or another category has its slug.
  const [overtaken] = await existing()
  if (!overtaken) throw new Error(`The slug of “${name}” belongs to another category`)
  return overtaken.id
}
