import { z } from 'zod'
import { fetchFeedJson } from './fetch-feed.ts'
import { type GoldFeed, readingOf } from './gold-feed.ts'
import { priceFrom, shapeOf, takenFrom } from './reading.ts'

const name = 'gold-api'
const shape = z.object({
  price: z.number(),
  updatedAt: z.unknown(),
  currency: z.literal('USD').nullish(),
  symbol: z.literal('XAU').nullish(),
})

/** gold-api.com: dollars per troy ounce, without a key. */
export function goldApi(origin: string, timeLimitMs?: number): GoldFeed {
  return {
    name,
    async read({ now, signal }) {
      const asking = { feed: name, signal, timeLimitMs }
      const answer = shapeOf(name, shape, await fetchFeedJson(`${origin}/price/XAU`, asking))
      const perOunce = priceFrom(name, answer.price)
      return readingOf({ source: name, perOunce, ...takenFrom(answer.updatedAt, now) })
    },
  }
}
