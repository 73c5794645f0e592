import { createHash } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import {
  productAttributes,
  productCategoryMappings,
  productImages,
  products,
} from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { productLimits } from '#app/contracts/catalog/product.ts'
import { goldSizeAttribute, parseGoldSize } from '#app/domain/catalog/gold-size.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { catalogChanged } from '../queries/cached-catalog.ts'
import { gone } from './save-product.ts'

const mark = ' (copy)'
/** Nobody has counted pieces of the copy. */
const uncounted = { pieces: 0, piecesCounted: 0 }

/**
 * A hidden copy of a product with all its parts but the payment links, which charge the price of the
 * piece they were made for [BULK-06]. `once` is of the page it was asked from: pressed twice, it is
 * one copy.
 */
export async function duplicateProduct(
  app: AppContext,
  { id, once, by }: { id: string; once: string; by: string },
): Promise<{ id: string }> {
  const copy = idFrom(`${once} ${id}`)
  await staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const [stored] = await tx.select().from(products).where(eq(products.id, id)).for('share')
    if (!stored) throw gone()
    // Two copies at once would look for the same free address.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('duplicate_product'))`)
    const name = stored.name.slice(0, productLimits.name - mark.length).trimEnd() + mark
    const made = await tx
      .insert(products)
      .values({
        ...stored,
        ...{ id: copy, name, slug: await freeSlug(tx, stored.slug), revision: 1 },
        ...{ active: false, featured: false, shownFrom: null, shownUntil: null },
        ...(stored.pieces === null ? {} : uncounted),
        piecesReserved: 0,
        // Two pages with one title compete in search results.
        ...{ searchTitle: '', searchDescription: '' },
        ...{ createdAt: at, updatedAt: at },
      })
      .onConflictDoNothing({ target: products.id })
      .returning({ id: products.id })
    if (made.length === 0) return
    await copyParts(tx, id, copy)
    await audit({
      action: 'product.copied',
      target: { type: 'product', id: copy },
      facts: { name, from: stored.name },
    })
  })
  await catalogChanged(app)
  return { id: copy }
}

/** `wave` → `wave-copy`, else `wave-copy-2` and so on. */
async function freeSlug(tx: Orm, slug: string): Promise<string> {
  const base = `${slugOf(slug).slice(0, productLimits.slug - 12)}-copy`
  const taken = new Set(
    (
      await tx
        .select({ slug: products.slug })
        .from(products)
        .where(like(products.slug, `${base.replace(/[\\%_]/g, '\\$&')}%`))
    ).map((row) => row.slug),
  )
  let free = base
  for (let nth = 2; taken.has(free); nth += 1) free = `${base}-${nth}`
  return free
}

async function copyParts(tx: Orm, from: string, productId: string): Promise<void> {
  const images = await tx.select().from(productImages).where(eq(productImages.productId, from))
  if (images.length > 0) {
    await tx
      .insert(productImages)
      .values(images.map(({ src, alt, order }) => ({ src, alt, order, productId })))
  }
  const attributes = await tx
    .select()
    .from(productAttributes)
    .where(eq(productAttributes.productId, from))
  if (attributes.length > 0) {
    await tx.insert(productAttributes).values(
      attributes.map(({ name, option, position, key, pieces }) => {
        const size = parseGoldSize({ name, option })
        const kept = size ? goldSizeAttribute({ ...size, checkoutLink: null }) : { name, option }
        return {
          ...{ ...kept, position, key, productId },
          ...(pieces === null ? {} : uncounted),
        }
      }),
    )
  }
  const mappings = await tx
    .select()
    .from(productCategoryMappings)
    .where(eq(productCategoryMappings.productId, from))
  if (mappings.length > 0) {
    await tx
      .insert(productCategoryMappings)
      .values(mappings.map(({ categoryId, position }) => ({ categoryId, position, productId })))
  }
}

/** An id that is always the same for the same text, in the form the database makes them. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-')
}
