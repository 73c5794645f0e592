import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { discountCodes } from '#app/.server/platform/db/discount-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'

/** Stops a code at once, also for quotes that have it, or lets it be used again [CODE-11]. */
export async function switchDiscountCode(
  app: AppContext,
  { code_id: id, active, by }: { code_id: number; active: boolean; by: string },
): Promise<string> {
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const [code] = await tx
      .select()
      .from(discountCodes)
      .where(eq(discountCodes.id, id))
      .for('update')
    if (!code) throw new AppError('code_unknown', 404, 'This code no longer exists.')
    if (code.active === active) return code.code
    await tx
      .update(discountCodes)
      .set({ active, revision: code.revision + 1, updatedAt: at })
      .where(eq(discountCodes.id, id))
    const action = active ? 'discount.resumed' : 'discount.stopped'
    await audit({ action, facts: { code: code.code } })
    return code.code
  })
}
