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

const name = 'goldapi.io'
const shape = z.object({
  price: z.number(),
  ch: optionalNumber,
  chp: optionalNumber,
  bid: optionalNumber,
  ask: optionalNumber,
  low_price: optionalNumber,
  high_price: optionalNumber,
  timestamp: z.unknown(),
  currency: z.literal('USD').nullish(),
  metal: z.literal('XAU').nullish(),
})

/** goldapi.io: dollars per troy ounce, with a key in a header. */
export function goldapiIo(origin: string, key: string | null, timeLimitMs?: number): GoldFeed {
  return {
    name,
    async read({ now, signal }) {
      if (!key) throw new FeedFailure(name, 'needs a key: set GOLDAPI_IO_KEY')
      const answer = shapeOf(
        name,
        shape,
        await fetchFeedJson(`${origin}/api/XAU/USD`, {
          feed: name,
          signal,
          headers: { 'x-access-token': key },
          timeLimitMs,
        }),
      )
      return {
        source: name,
        perOunce: priceFrom(name, answer.price),
        change: changeFrom(answer.ch),
        changePercent: answer.chp ?? null,
        bid: optionalPriceFrom(answer.bid),
        ask: optionalPriceFrom(answer.ask),
        low: optionalPriceFrom(answer.low_price),
        high: optionalPriceFrom(answer.high_price),
        ...takenFrom(answer.timestamp, now),
      }
    },
  }
}
