import { type GoldPrice, handSet } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, type PricePerGram, perOunceOf } from '#app/domain/gold-price/rates.ts'
import type { Database } from '../db/database.ts'
import { Problem } from '../problem.ts'
import type { Shop } from '../shop.ts'
import { logDeed } from './log-deed.ts'
import { announce, applyPrice, recordPrice, withCurrentLocked } from './store-gold-price.ts'
import { voidEarlierQuotes } from './void-quotes.ts'

type ByHand = {
  perGram: PricePerGram
  by: string
  /** It corrects a mistake: quotes and unpaid orders made before are void [QUOTE-07]. */
  voidsEarlier?: boolean
}

/**
 * Sets the exact price per gram by hand: it rules for two hours [GADM-05, GOLD-19]. Whatever goes
 * wrong, staff read the documented sentence [GADM-15].
 */
export async function setGoldPriceByHand(
  shop: Shop,
  { perGram, by, voidsEarlier = false }: ByHand,
): Promise<GoldPrice> {
  if (!shop.db || !(perGram > 0)) {
    throw new Problem('gold_price_not_saved', shop.db ? 400 : 503, 'Failed to save gold price')
  }
  try {
    return await storeByHand(shop, shop.db, { perGram, source: handSet, by, voidsEarlier })
  } catch (error) {
    throw new Problem('gold_price_not_saved', 503, 'Failed to save gold price', {
      facts: { err: error },
    })
  }
}

/** A price per gram that staff name, into current record and history. Throws as the database does. */
export async function storeByHand(
  shop: Shop,
  db: Database,
  { perGram, source, by, voidsEarlier = false }: ByHand & { source: string },
): Promise<GoldPrice> {
  const now = shop.now()
  const gold: GoldPrice = {
    perOunce: perOunceOf(perGram),
    perGram,
    change: 0,
    changePercent: 0,
    source,
    takenAt: now,
    bid: null,
    ask: null,
    low: null,
    high: null,
    errorMessage: null,
  }
  await withCurrentLocked(db, now, async (tx, { gold: before }) => {
    await applyPrice(tx, gold, now)
    if (voidsEarlier) await voidEarlierQuotes(tx, now)
    await logDeed(tx, {
      at: now,
      by,
      deed: 'set the gold price',
      subject: `${formatExactRate(perGram)} a gram`,
      details: `before: ${formatExactRate(before.perGram)} from ${before.source}${voidsEarlier ? '; quotes and unpaid orders made before are void' : ''}`,
    })
    await recordPrice(tx, gold, { status: 'accepted', now, setBy: by, reason: null })
  })
  shop.remembered.goldPrice = gold
  announce(shop)
  return gold
}
