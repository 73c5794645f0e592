import { z } from 'zod'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { divideHalfUp } from '#app/domain/money/decimal.ts'
import { fetchFeedJson } from './fetch-feed.ts'
import { FeedFailure, type GoldFeed, readingOf } from './gold-feed.ts'
import { priceFrom, shapeOf, takenFrom, timeIn } from './reading.ts'

const name = 'swissquote'
const shape = z.array(
  z.object({
    spreadProfilePrices: z.array(z.object({ bid: z.number(), ask: z.number() })),
    ts: z.unknown(),
  }),
)

const timeOf = ({ ts }: { ts?: unknown }) => timeIn(ts)?.getTime() ?? 0

/**
 * Swissquote's public quotes: several platforms, each with bids and asks for several kinds of
 * client. The narrowest spread of the newest platform is nearest to the market; its middle is the
 * price.
 */
export function swissquote(origin: string, timeLimitMs?: number): GoldFeed {
  return {
    name,
    async read({ now, signal }) {
      const address = `${origin}/public-quotes/bboquotes/instrument/XAU/USD`
      const asking = { feed: name, signal, timeLimitMs }
      const platforms = shapeOf(name, shape, await fetchFeedJson(address, asking))
      const newest = platforms
        .filter((platform) => platform.spreadProfilePrices.length > 0)
        .reduce<(typeof platforms)[number] | null>(
          (best, platform) => (best && timeOf(best) >= timeOf(platform) ? best : platform),
          null,
        )
      const [quote] =
        newest?.spreadProfilePrices.toSorted((a, b) => a.ask - a.bid - (b.ask - b.bid)) ?? []
      if (!newest || !quote) throw new FeedFailure(name, 'answered without a quote')
      const bid = priceFrom(name, quote.bid)
      const ask = priceFrom(name, quote.ask)
      if (ask < bid) throw new FeedFailure(name, 'reported an ask below its bid')
      const perOunce = Number(divideHalfUp(BigInt(bid) + BigInt(ask), 2n)) as PricePerOunce
      return readingOf({ source: name, perOunce, bid, ask, ...takenFrom(newest.ts, now) })
    },
  }
}
