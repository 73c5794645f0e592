import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { productionCosts } from '#app/.server/platform/db/trade-in-schema.ts'
import type { productionCostForm } from '#app/contracts/trade-ins/trade-in.ts'
import { formatCents } from '#app/domain/money/cents.ts'

/** What making a piece of a size costs; left empty, no figure is kept. Offers that were made keep theirs. */
export async function saveProductionCost(
  app: AppContext,
  { productId, size, cost, by }: z.output<typeof productionCostForm> & { by: string },
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const which = and(eq(productionCosts.productId, productId), eq(productionCosts.size, size))
    if (cost === undefined) await tx.delete(productionCosts).where(which)
    else {
      const row = { costCents: cost, at, by }
      await tx
        .insert(productionCosts)
        .values({ productId, size, ...row })
        .onConflictDoUpdate({
          target: [productionCosts.productId, productionCosts.size],
          set: row,
        })
    }
    const what = `${productId}, ${size}: ${cost === undefined ? 'none' : formatCents(cost)}`
    await audit({ action: 'production_cost.saved', facts: { what } })
  })
}
