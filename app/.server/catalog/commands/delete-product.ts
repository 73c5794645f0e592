import { eq, inArray, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { builtInPendants, isSample } from '#content/pendants/catalog.ts'
import { catalogChanged, invalidateCatalog } from '../queries/cached-catalog.ts'
import { gone, refusedBy } from './save-product.ts'

/** `mocked`: nothing was deleted, the shop runs without a database, as a showcase [ADM-11, D6]. */
export type DeletedProduct = { name: string; mocked: boolean }

/** Deletes a product by its id, with its parts [ADM-07]. Orders keep what they sold. */
export async function deleteProduct(
  app: AppContext,
  { id, by }: { id: string; by: string },
): Promise<DeletedProduct> {
  if (app.config.database === 'none') return { name: '', mocked: true }
  try {
    const name = await staffTransaction(app, { by }, async (tx, staff) => {
      const deleted = await deleteRow(tx, staff, id)
      if (deleted === null) throw gone()
      return deleted
    })
    await catalogChanged(app)
    return { name, mocked: false }
  } catch (error) {
    // A connection lost at the commit leaves open whether it was stored.
    invalidateCatalog(app)
    throw refusedBy(app, error, 'Failed to delete product')
  }
}

/**
 * Deletes the samples that are shown, as BULK-10 defines them, together [BULK-11]: not those that staff made
 * their own or hid. `ids`: those that the page named, in any order; where others are shown by now none is
 * deleted.
 */
export async function deleteSamples(
  app: AppContext,
  { by, ids }: { by: string; ids: readonly string[] },
): Promise<number> {
  try {
    await staffTransaction(app, { by }, async (tx, staff) => {
      const found = await tx
        .select({ id: products.id, name: products.name, active: products.active })
        .from(products)
        .where(
          inArray(
            products.id,
            builtInPendants.map(({ id }) => id),
          ),
        )
        // The order in which checkouts lock what they reserve: neither waits for the other in a circle.
        .orderBy(sql`${products.id} collate "C"`)
        .for('update')
      const samples = found.filter(isSample)
      const seen = new Set(ids)
      if (samples.length !== seen.size || !samples.every(({ id }) => seen.has(id))) {
        throw otherSamples(samples.length)
      }
      for (const { id } of samples) await deleteRow(tx, staff, id)
    })
    await catalogChanged(app)
    return ids.length
  } catch (error) {
    invalidateCatalog(app)
    throw refusedBy(app, error, 'Failed to delete the sample products')
  }
}

const otherSamples = (count: number) =>
  new AppError(
    'samples_changed',
    409,
    `The sample products shown have changed: ${count}. Nothing was deleted. Please check the list again.`,
  )

/** Its name; null where it is gone already. */
async function deleteRow(tx: Orm, { audit }: StaffWork, id: string): Promise<string | null> {
  const [deleted] = await tx
    .delete(products)
    .where(eq(products.id, id))
    .returning({ name: products.name })
  if (!deleted) return null
  await audit({
    action: 'product.deleted',
    target: { type: 'product', id },
    facts: { name: deleted.name },
  })
  return deleted.name
}
