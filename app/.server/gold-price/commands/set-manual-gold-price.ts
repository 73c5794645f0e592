import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffWork } from '#app/.server/audit-log/staff-transaction.ts'
import { AppError, DatabaseUnavailable } from '#app/.server/platform/errors.ts'
import { isFarFromMarket, isPlausible } from '#app/domain/gold-price/acceptance.ts'
import { type GoldPrice, handSet } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, type PricePerGram, perOunceOf } from '#app/domain/gold-price/rates.ts'
import { marketOrCurrent } from '../repository.ts'
import { applyPrice, recordPrice, withCurrentLocked } from '../store-gold-price.ts'
import { voidEarlierQuotes } from '../void-quotes.ts'

type ManualEntry = {
  perGram: PricePerGram
  by: string
  /** It corrects a mistake: earlier quotes and unpaid orders are void [QUOTE-07]. */
  voidsEarlier?: boolean
  /** The price as it was typed a second time, asked for where it is far from the market. */
  typedAgain?: PricePerGram | null
}

/**
 * Sets the exact price per gram manually: it applies for two hours [GADM-05, GOLD-19]. No price is
 * stored beyond what any feed may answer, and one over 10% from the market only where it was
 * typed twice [GADM-18]. Where saving fails, staff read the documented sentence [GADM-15].
 */
export async function setManualGoldPrice(app: AppContext, byHand: ManualEntry): Promise<GoldPrice> {
  const { perGram } = byHand
  if (!(perGram > 0)) throw new AppError('gold_price_not_saved', 400, 'Failed to save gold price')
  if (!isPlausible(perOunceOf(perGram))) {
    throw new AppError(
      'gold_price_implausible',
      400,
      'Failed to save gold price: it must be between $200 and $200,000 per troy ounce.',
    )
  }
  try {
    return await storeManualPrice(app, { ...byHand, source: handSet })
  } catch (error) {
    if (error instanceof AppError && !(error instanceof DatabaseUnavailable)) throw error
    throw new AppError('gold_price_not_saved', 503, 'Failed to save gold price', {
      facts: { err: error },
    })
  }
}

/** A price per gram that staff name, into current record and history. Throws as the database does. */
export async function storeManualPrice(
  app: AppContext,
  {
    perGram,
    source,
    by,
    voidsEarlier = false,
    typedAgain = null,
  }: ManualEntry & { source: string },
): Promise<GoldPrice> {
  const now = app.now()
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
  const goldPriceId = await withCurrentLocked(app.db, now, async (tx, { gold: before }) => {
    const market = await marketOrCurrent(tx, before, now)
    if (typedAgain !== perGram && isFarFromMarket(market, perGram)) {
      throw notConfirmed(perGram, market, typedAgain)
    }
    await applyPrice(tx, gold, now)
    if (voidsEarlier) await voidEarlierQuotes(tx, now)
    await staffWork(tx, { at: now, by }).audit({
      action: 'gold_price.set',
      facts: {
        perGram,
        before: { perGram: before.perGram, source: before.source },
        voidsEarlier,
      },
    })
    await raiseAlert(tx, {
      kind: 'gold-price-set',
      at: now,
      facts: { by, perGram, before: before.perGram },
    })
    return recordPrice(tx, gold, { status: 'accepted', now, setBy: by, reason: null })
  })
  app.cache.goldPrice = gold
  app.cache.goldPriceId = goldPriceId
  app.revisions.changed('gold_price')
  return gold
}

function notConfirmed(
  perGram: PricePerGram,
  market: PricePerGram,
  typedAgain: PricePerGram | null,
): AppError {
  const percent = Math.abs(((perGram - market) / market) * 100).toFixed(1)
  const side = perGram < market ? 'below' : 'above'
  const message =
    typedAgain === null
      ? 'Enter it a second time to save it.'
      : 'The second number is different. Enter the same price twice.'
  return new AppError(
    'gold_price_not_typed_twice',
    409,
    `This price is ${percent}% ${side} the last known price of ${formatExactRate(market)} per gram. ${message}`,
    { details: { errors: { again: message } } },
  )
}
