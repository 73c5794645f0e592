import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { metalBooks } from '#app/.server/platform/db/metal-schema.ts'
import type { MetalLimits } from '#app/domain/metal/exposure.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { lockMetalBook, metalMode } from '../metal-ledger.ts'
import { watchLimits } from '../watch.ts'

/** Beyond what staff are warned; none until somebody saves one [METAL-09]. */
export async function saveMetalLimits(
  app: AppContext,
  { by, ...limits }: MetalLimits & { by: string },
): Promise<void> {
  const { gold } = await currentGoldPrice(app)
  const livemode = metalMode(app)
  await staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const book = await lockMetalBook(tx, livemode)
    const saved = { limitCents: limits.loss, limitMg: limits.grams }
    await tx.update(metalBooks).set(saved).where(eq(metalBooks.livemode, livemode))
    await audit({ action: 'metal.limits_saved', facts: { what: limitsText(limits) } })
    await watchLimits(tx, { ...book, ...saved }, { at, perGram: gold.perGram })
  })
}

function limitsText({ loss, grams }: MetalLimits): string {
  const parts = [
    loss !== null && `a loss of ${formatCents(loss)}`,
    grams !== null && `${formatMetal(grams)} to buy`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'none' : parts.join(', ')
}
