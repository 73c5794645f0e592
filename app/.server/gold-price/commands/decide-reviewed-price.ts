import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffWork } from '#app/.server/audit-log/staff-transaction.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { goldOf } from '../repository.ts'
import { applyPrice, withCurrentLocked } from '../store-gold-price.ts'

/**
 * Staff accept or reject a price that was held [LIVE-03]; who did is kept with it [LIVE-05].
 * Answers the price the shop sells at afterwards. A price that was decided or overtaken in the
 * meantime is refused, so that nobody applies another one than they saw.
 */
export async function decideReviewedPrice(
  app: AppContext,
  id: number,
  verdict: 'accept' | 'reject',
  by: string,
): Promise<GoldPrice> {
  const { db } = app
  const now = app.now()
  const gold = await withCurrentLocked(db, now, async (tx, current) => {
    const [held] = await tx
      .select()
      .from(goldPriceHistory)
      .where(eq(goldPriceHistory.id, id))
      .for('update')
    if (!held) throw new AppError('held_price_unknown', 404, 'This price doesn’t exist.')
    if (held.status !== 'held') {
      throw new AppError(
        'held_price_decided',
        409,
        'This price was already decided or replaced by a newer one.',
      )
    }
    const status = verdict === 'accept' ? ('accepted' as const) : ('rejected' as const)
    await tx
      .update(goldPriceHistory)
      .set({ status, decidedAt: now, setBy: by })
      .where(eq(goldPriceHistory.id, id))
    await staffWork(tx, { at: now, by }).audit({
      action: `gold_price.${status}`,
      facts: {
        perOunce: goldOf(held, null).perOunce,
        source: held.source,
        reason: held.reason,
      },
    })
    if (verdict === 'reject') return current.gold
    const accepted = goldOf(held, null)
    await applyPrice(tx, accepted, now)
    return accepted
  })
  if (verdict === 'accept') {
    app.cache.goldPrice = gold
    app.cache.goldPriceId = id
  }
  app.revisions.changed('gold_price')
  return gold
}
