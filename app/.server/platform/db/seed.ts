import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Category, Product } from '#app/domain/catalog/product.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import * as schema from './catalog-schema.ts'
import { at } from './columns.ts'
import { type Database, type Orm, rows } from './database.ts'
import { paracordOptions, shippingSettings } from './settings-schema.ts'

/** What was filled in at the beginning, once. */
export const seeds = pgTable('seeds', {
  name: text().primaryKey(),
  appliedAt: at('applied_at').notNull().defaultNow(),
})

/** Until staff write their own [SHIP-04]. */
export const shippingDefaults = {
  processingTime: '3-5 business days',
  shippingTime: '2-3 business days',
  shippingCost: 'Free shipping in the United States',
} as const

/** No paracord necklace is offered until staff say so. */
export const paracordDefaults = { enabled: false, colors: [] as string[], message: '' } as const

/** Settings are one row each. */
export const current = 'current'

/** Stored in every database; another name would fill it again. */
const seedName = 'built-in catalogue'

/** The built-in pendants are listed from 5 to 12, so 5 is the newest, a minute before the next. */
const newestPendantAt = Date.parse('2024-07-30T19:00:00Z')
const minuteMs = 60_000

/**
 * Fills a new database: the built-in pendants and the default settings. Once; whatever staff delete
 * stays deleted. Answers whether it filled anything.
 */
export function seed(db: Database): Promise<boolean> {
  return db.alone(({ orm }) =>
    orm.transaction(async (tx) => {
      const done = await tx
        .insert(seeds)
        .values({ name: seedName })
        .onConflictDoNothing()
        .returning()
      if (done.length === 0) return false
      const [products] = await rows<{ present: boolean }>(
        tx,
        sql`select exists (select from products) as present`,
      )
      // A catalog that was imported before the first start is the shop's own.
      if (!products?.present) await insertProducts(tx, builtInPendants)
      const updatedAt = new Date(newestPendantAt)
      await tx
        .insert(shippingSettings)
        .values({ id: current, ...shippingDefaults, updatedAt })
        .onConflictDoNothing()
      await tx
        .insert(paracordOptions)
        .values({ id: current, ...paracordDefaults, updatedAt })
        .onConflictDoNothing()
      return true
    }),
  )
}

async function insertProducts(tx: Orm, pendants: readonly Product[]): Promise<void> {
  await tx.insert(schema.productCategories).values(distinct(pendants.flatMap((p) => p.categories)))
  await tx.insert(schema.products).values(
    pendants.map((pendant, at) => {
      const createdAt = new Date(newestPendantAt - at * minuteMs)
      return {
        id: pendant.id,
        name: pendant.name,
        slug: pendant.slug,
        price: pendant.price,
        description: pendant.description,
        shortDescription: pendant.short_description,
        weight: pendant.weight,
        dimensions: pendant.dimensions,
        active: pendant.active,
        featured: pendant.featured,
        createdAt,
        updatedAt: createdAt,
      }
    }),
  )
  await tx
    .insert(schema.productImages)
    .values(pendants.flatMap((p) => p.images.map((image) => ({ ...image, productId: p.id }))))
  await tx
    .insert(schema.productAttributes)
    .values(
      pendants.flatMap((p) =>
        p.attributes.map((attribute, position) => ({ ...attribute, productId: p.id, position })),
      ),
    )
  await tx
    .insert(schema.productCategoryMappings)
    .values(
      pendants.flatMap((p) =>
        p.categories.map(({ id }, position) => ({ productId: p.id, categoryId: id, position })),
      ),
    )
}

function distinct(categories: readonly Category[]): Category[] {
  return [...new Map(categories.map((category) => [category.id, category])).values()]
}
