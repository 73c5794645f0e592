import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'

/** What a feed says, per troy ounce in US dollars, parsed and checked. */
export type FeedReading = {
  source: string
  perOunce: PricePerOunce
  /** Dollars per ounce × 10,000 since the previous close; null where the feed does not report it. */
  change: number | null
  changePercent: number | null
  bid: PricePerOunce | null
  ask: PricePerOunce | null
  low: PricePerOunce | null
  high: PricePerOunce | null
  takenAt: Date
  /** False where the source gives no time: then it is that of the reading. */
  hasOwnTime: boolean
}

type Figure = 'change' | 'changePercent' | 'bid' | 'ask' | 'low' | 'high'
const noFigures = { change: null, changePercent: null, bid: null, ask: null, low: null, high: null }

/** What a feed says beside the price is left out where it does not. */
export const readingOf = (
  said: Omit<FeedReading, Figure> & Partial<Pick<FeedReading, Figure>>,
): FeedReading => ({ ...noFigures, ...said })

/** A source of the gold price. `read` throws a FeedFailure with a sentence when it cannot. */
export type GoldFeed = {
  name: string
  read(context: {
    now: Date
    /** The last accepted market price; null where there was none yet. */
    lastAccepted: PricePerOunce | null
    signal: AbortSignal
  }): Promise<FeedReading>
}

/** How a feed's last call went. */
export type FeedOutcome = {
  at: Date
  /** Its price, or null where it failed. */
  perOunce: PricePerOunce | null
  /** Why it failed, or null. */
  failure: string | null
}

/** A feed did not answer, or answered something that is no gold price in US dollars. */
export class FeedFailure extends Error {
  readonly feed: string
  constructor(feed: string, message: string) {
    super(message)
    this.feed = feed
  }
}
