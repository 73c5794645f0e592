import type { Reach } from '#app/.server/platform/outgoing-address.ts'
import { isPlausible } from '#app/domain/gold-price/acceptance.ts'
import { defaultGoldPrice } from '#app/domain/gold-price/gold-price.ts'
import {
  type PricePerOunce,
  parsePerGram,
  parsePerOunce,
  perOunceOf,
} from '#app/domain/gold-price/rates.ts'
import { NoPriceOnPage } from './dollar-amount.ts'
import { fetchFeedText } from './fetch-feed.ts'
import { FeedFailure, type GoldFeed, readingOf } from './gold-feed.ts'

const name = 'website'

export type WebsiteUnit = 'auto' | 'ounce' | 'gram'

/**
 * The shop website's own page of the gold price [GADM-11, D17]. The page gives no time, so its
 * price is of the moment it was read.
 */
export function website(
  { address, unit, reach }: { address: string; unit: WebsiteUnit; reach: Reach },
  timeLimitMs?: number,
): GoldFeed {
  return {
    name,
    async read({ now, lastAccepted, signal }) {
      const page = await fetchFeedText(address, {
        feed: name,
        signal,
        headers: { Accept: 'text/html' },
        timeLimitMs,
        reach,
      })
      const amount = await amountOn(page)
      const perOunce = inOunces(amount, unit, lastAccepted ?? defaultGoldPrice.perOunce)
      if (perOunce === null || !isPlausible(perOunce)) {
        throw new FeedFailure(name, `shows ${amount}, which is no price of gold`)
      }
      return readingOf({ source: name, perOunce, takenAt: now, hasOwnTime: false })
    },
  }
}

async function amountOn(page: string): Promise<string> {
  const { priceOnPage } = await import('./price-on-page.ts')
  try {
    return priceOnPage(page)
  } catch (error) {
    if (error instanceof NoPriceOnPage) throw new FeedFailure(name, error.message)
    throw error
  }
}

/**
 * A page does not always say whether it means an ounce or a gram. The two are 31 times apart, so
 * the reading nearer to the last accepted price, by ratio, is the one meant; before any price the
 * default record is the yardstick, good for gold between about $520 and $16,000 an ounce.
 */
function inOunces(
  amount: string,
  unit: WebsiteUnit,
  yardstick: PricePerOunce,
): PricePerOunce | null {
  const asOunce = parsePerOunce(amount)
  const perGram = parsePerGram(amount)
  const asGram = perGram === null ? null : perOunceOf(perGram)
  if (unit === 'ounce') return asOunce
  if (unit === 'gram') return asGram
  if (asOunce === null || asGram === null) return null
  const distance = (price: PricePerOunce) => Math.abs(Math.log(price / yardstick))
  return distance(asGram) < distance(asOunce) ? asGram : asOunce
}
