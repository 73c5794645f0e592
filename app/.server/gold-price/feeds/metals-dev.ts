import { z } from 'zod'
import { fetchFeedJson } from './fetch-feed.ts'
import { FeedFailure, type GoldFeed } from './gold-feed.ts'
import {
  changeFrom,
  optionalNumber,
  optionalPriceFrom,
  priceFrom,
  shapeOf,
  takenFrom,
} from './reading.ts'

const name = 'metals.dev'
const shape = z.object({
  status: z.literal('success'),
  timestamp: z.unknown(),
  currency: z.literal('USD').nullish(),
  metal: z.literal('gold').nullish(),
  unit: z.literal('toz').nullish(),
  rate: z.object({
    price: z.number(),
    bid: optionalNumber,
    ask: optionalNumber,
    high: optionalNumber,
    low: optionalNumber,
    change: optionalNumber,
    change_percent: optionalNumber,
  }),
})

/** metals.dev: dollars per troy ounce, with a key in the address. */
export function metalsDev(origin: string, key: string | null, timeLimitMs?: number): GoldFeed {
  return {
    name,
    async read({ now, signal }) {
      if (!key) throw new FeedFailure(name, 'needs a key: set METALS_DEV_KEY')
      const query = new URLSearchParams({ api_key: key, metal: 'gold', currency: 'USD' })
      const asking = { feed: name, signal, timeLimitMs }
      const answer = shapeOf(
        name,
        shape,
        await fetchFeedJson(`${origin}/v1/metal/spot?${query}`, asking),
      )
      const { rate } = answer
      return {
        source: name,
        perOunce: priceFrom(name, rate.price),
        change: changeFrom(rate.change),
        changePercent: rate.change_percent ?? null,
        bid: optionalPriceFrom(rate.bid),
        ask: optionalPriceFrom(rate.ask),
        low: optionalPriceFrom(rate.low),
        high: optionalPriceFrom(rate.high),
        ...takenFrom(answer.timestamp, now),
      }
    },
  }
}
