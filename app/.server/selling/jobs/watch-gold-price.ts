import { raiseAlert, resolveAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { storedGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { storedSellingStop } from '../queries/selling.ts'

const alert = { kind: 'gold-price-too-old', occasion: 'now' } as const

/**
 * Tells owners once that nothing can be bought because no source has given a gold price for too long; the alert ends
 * with the next price [GOLD-28]. A price that waits for staff has its own alert, and where staff
 * stopped selling nobody waits for one.
 */
export async function watchGoldPrice(app: AppContext): Promise<void> {
  if (app.db.engine === 'none') return
  const { mayQuote, state, gold } = await storedGoldPrice(app)
  const at = app.now()
  if (mayQuote) return resolveAlert(app.db.orm, { ...alert, at })
  if (state !== 'stale') return
  await app.db.orm.transaction(async (tx) => {
    if ((await storedSellingStop(tx)) !== null) return
    await raiseAlert(tx, { ...alert, at, facts: { takenAt: gold.takenAt.toISOString() } })
  })
}
