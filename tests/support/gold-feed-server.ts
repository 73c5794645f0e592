import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FeedName = 'website' | 'gold-api' | 'swissquote' | 'goldapi.io' | 'metals.dev'

/** What a feed does when it is asked. */
export type Behavior =
  /** The price of an ounce in the feed's own shape; `more` is laid over it. */
  | { price: number; at?: Date; more?: Record<string, unknown> }
  | { text: string; status?: number; type?: string }
  /** To a path of this server, which then answers `there`, or anywhere. */
  | { redirectsTo: string; there?: Behavior }
  | 'html'
  | 'nothing'
  /** Takes the call and never answers. */
  | 'hangs'
  /** Answers a byte now and then, for ever. */
  | 'drips'
  | 'two megabytes'
  | 'breaks off'

/** A stand-in of all five feeds on one free port, over real HTTP. */
export type GoldFeedServer = {
  url: string
  /** Environment settings that point the shop at this stand-in. */
  settings(...sources: FeedName[]): Record<string, string>
  set(feed: FeedName, behavior: Behavior): void
  /** Every call so far: which feed, and what it was asked with. */
  calls: { feed: FeedName; url: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

const paths: [FeedName, RegExp][] = [
  ['website', /^\/(?:product\/)?gold/],
  ['gold-api', /^\/price\/XAU$/],
  ['swissquote', /^\/public-quotes\/bboquotes\/instrument\/XAU\/USD$/],
  ['goldapi.io', /^\/api\/XAU\/USD$/],
  ['metals.dev', /^\/v1\/metal\/spot\?/],
]

export async function openGoldFeedServer(): Promise<GoldFeedServer> {
  const behaviors = new Map<FeedName, Behavior>()
  const calls: GoldFeedServer['calls'] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    const feed = paths.find(([, path]) => path.test(url))?.[0]
    if (!feed) return void response.writeHead(404).end('no such feed')
    calls.push({ feed, url, headers: request.headers })
    const behavior = behaviors.get(feed) ?? { price: 4083.199951 }
    const arrived = typeof behavior === 'object' && 'redirectsTo' in behavior && behavior.there
    behave(feed, arrived && url === behavior.redirectsTo ? arrived : behavior, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: (...sources) => ({
      GOLD_SOURCES: sources.join(',') || 'none',
      GOLD_WEBSITE_URL: `${url}/gold`,
      GOLD_API_URL: url,
      SWISSQUOTE_URL: url,
      GOLDAPI_IO_URL: url,
      GOLDAPI_IO_KEY: 'key-of-goldapi',
      METALS_DEV_URL: url,
      METALS_DEV_KEY: 'key-of-metals',
    }),
    set: (feed, behavior) => void behaviors.set(feed, behavior),
    calls,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function behave(feed: FeedName, behavior: Behavior, response: ServerResponse): void {
  if (typeof behavior === 'object') {
    if ('redirectsTo' in behavior) {
      return void response.writeHead(302, { Location: behavior.redirectsTo }).end()
    }
    if ('text' in behavior) {
      const { text, status = 200, type = 'text/html; charset=utf-8' } = behavior
      return void response.writeHead(status, { 'Content-Type': type }).end(text)
    }
    const { price, at = new Date(), more = {} } = behavior
    const html = feed === 'website'
    response.writeHead(200, { 'Content-Type': html ? 'text/html' : 'application/json' })
    return void response.end(html ? productPage(price) : answer(feed, price, at, more))
  }
  switch (behavior) {
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' })
      return void response.end('<!doctype html><title>Down for maintenance</title>')
    case 'nothing':
      return void response.writeHead(200).end()
    case 'hangs':
      return
    case 'drips': {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      return void response.on('close', () => clearInterval(timer))
    }
    case 'two megabytes':
      response.writeHead(200, { 'Content-Type': 'application/json' })
      return void response.end(JSON.stringify({ price: 4083.2, padding: 'x'.repeat(2 ** 21) }))
    case 'breaks off':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      response.write('{"price": 40')
      return void setTimeout(() => response.destroy(), 20)
  }
}

/** A WooCommerce product page around a price. */
function productPage(price: number): string {
  const shown = price.toLocaleString('en-US', { minimumFractionDigits: 2 })
  return `<!doctype html><html><head><title>Gold</title></head><body><div class="product">
<p class="price"><span class="woocommerce-Price-amount amount"><bdi><span
 class="woocommerce-Price-currencySymbol">&#36;</span>${shown}</bdi></span></p></div></body></html>`
}

function answer(
  feed: Exclude<FeedName, 'website'>,
  price: number,
  at: Date,
  more: Record<string, unknown>,
): string {
  const around = (cents: number) => Math.round((price + cents) * 1e6) / 1e6
  switch (feed) {
    case 'gold-api':
      return JSON.stringify({
        name: 'Gold',
        price,
        symbol: 'XAU',
        updatedAt: at.toISOString(),
        updatedAtReadable: 'a few seconds ago',
        ...more,
      })
    case 'swissquote':
      return JSON.stringify([
        {
          topo: { platform: 'MT5', server: 'Live5' },
          spreadProfilePrices: [
            { spreadProfile: 'premium', bid: around(-0.4), ask: around(0.4) },
            { spreadProfile: 'prime', bid: around(-0.2), ask: around(0.2) },
          ],
          ts: at.getTime(),
          ...more,
        },
      ])
    case 'goldapi.io':
      return JSON.stringify({
        timestamp: Math.floor(at.getTime() / 1000),
        metal: 'XAU',
        currency: 'USD',
        price,
        ch: -29.77,
        chp: -0.72,
        bid: around(-0.25),
        ask: around(0.25),
        low_price: null,
        high_price: null,
        ...more,
      })
    case 'metals.dev':
      return JSON.stringify({
        status: 'success',
        timestamp: at.toISOString(),
        currency: 'USD',
        unit: 'toz',
        metal: 'gold',
        rate: {
          price,
          bid: around(-0.25),
          ask: around(0.25),
          high: around(20),
          low: around(-20),
          change: 12.3,
          change_percent: 0.3,
          ...more,
        },
        ...('timestamp' in more ? { timestamp: more.timestamp } : {}),
      })
  }
}
