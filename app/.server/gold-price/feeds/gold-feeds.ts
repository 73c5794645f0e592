import type { Config } from '#app/.server/config.ts'
import { goldApi } from './gold-api.ts'
import type { GoldFeed } from './gold-feed.ts'
import { goldapiIo } from './goldapi-io.ts'
import { metalsDev } from './metals-dev.ts'
import { swissquote } from './swissquote.ts'
import { website } from './website.ts'

/** The configured feeds in the order they are tried [LIVE-04]; none where fetching is off. */
export function goldFeeds(config: Config['gold'], timeLimitMs?: number): GoldFeed[] {
  const makers: Record<Config['gold']['sources'][number], () => GoldFeed> = {
    website: () =>
      website(
        {
          address: config.websiteUrl ?? '',
          unit: config.websiteUnit,
          reach: config.websiteReach,
        },
        timeLimitMs,
      ),
    'gold-api': () => goldApi(bare(config.goldApiUrl), timeLimitMs),
    swissquote: () => swissquote(bare(config.swissquoteUrl), timeLimitMs),
    'goldapi.io': () => goldapiIo(bare(config.goldapiIoUrl), config.goldapiIoKey, timeLimitMs),
    'metals.dev': () => metalsDev(bare(config.metalsDevUrl), config.metalsDevKey, timeLimitMs),
  }
  return config.sources.map((source) => makers[source]())
}

const bare = (origin: string) => origin.replace(/\/+$/, '')
