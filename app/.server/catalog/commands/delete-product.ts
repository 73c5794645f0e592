import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { products } from '#app/.server/platform/db/schema.ts'
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
    const name = await app.db.orm.transaction(async (tx) => {
      const [deleted] = await tx
        .delete(products)
        .where(eq(products.id, id))
        .returning({ name: products.name })
      if (!deleted) throw gone()
      await recordAuditEvent(tx, {
        at: app.now(),
        actor: adminActor(by),
        action: 'product.deleted',
        target: { type: 'product', id },
        facts: { name: deleted.name },
      })
      return deleted.name
    })
    await catalogChanged(app)
    return { name, mocked: false }
  } catch (error) {
    // A connection lost at the commit leaves open whether it was stored.
    invalidateCatalog(app)
    throw refusedBy(app, error, 'Failed to delete product')
  }
}
