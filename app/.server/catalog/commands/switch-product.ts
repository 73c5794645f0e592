import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { catalogChanged, invalidateCatalog } from '../queries/cached-catalog.ts'
import { gone } from './save-product.ts'

export type Switch = { id: string; what: 'active' | 'featured'; to: boolean; by: string }

/**
 * Shows, hides or features one product [BULK-05]. It names the wanted state, so pressed twice or by
 * two it is one change.
 */
export async function switchProduct(
  app: AppContext,
  { id, what, to, by }: Switch,
): Promise<{ name: string }> {
  try {
    const name = await staffTransaction(app, { by }, async (tx, { at, audit }) => {
      const [stored] = await tx
        .select({ name: products.name, active: products.active, featured: products.featured })
        .from(products)
        .where(eq(products.id, id))
        .for('update')
      if (!stored) throw gone()
      if (stored[what] === to) return stored.name
      await tx
        .update(products)
        .set({ [what]: to, revision: sql`${products.revision} + 1`, updatedAt: at })
        .where(eq(products.id, id))
      await audit({
        action: 'product.switched',
        target: { type: 'product', id },
        facts: { name: stored.name, what, before: !to, after: to },
      })
      return stored.name
    })
    await catalogChanged(app)
    return { name }
  } catch (error) {
    // A connection lost at the commit leaves open whether it was stored.
    invalidateCatalog(app)
    throw error
  }
}
