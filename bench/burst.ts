import { Agent, get } from 'node:http'
import { percentile } from './load.ts'
import { productPaths, type Shop, startShop } from './pages-shop.ts'
import { clockMs, processorMsOf } from './process-figures.ts'

export const visitors = 1000
const paths = ['/', '/products', ...productPaths]

export type BurstFigures = {
  p99Ms: number
  lastMs: number
  /** Answers that were not a whole page, a refusal with 503 among them. */
  failed: number
  processorMs: number
}

/**
 * Each visitor asks for one page of ten, all at the moment staff set a gold price, over connections
 * that were open before, as browsers keep them.
 */
export async function burstFigures(folder: string): Promise<BurstFigures> {
  const shop = await startShop(folder, 'burst')
  const agent = new Agent({ keepAlive: true, maxSockets: visitors, maxFreeSockets: visitors })
  try {
    await shop.setPrice(shop.nextPrice())
    for (let round = 0; round < 20; round += 1) {
      const warm = await Promise.all(paths.map((path) => asked(shop, agent, path)))
      if (warm.some(({ whole }) => !whole)) throw new Error('a page was not answered whole')
    }
    // As many connections as visitors; this answer is small, so the wait is short.
    await Promise.all(Array.from({ length: visitors }, () => asked(shop, agent, '/healthz')))
    const processorBefore = processorMsOf(shop.servers())
    const price = shop.setPrice(shop.nextPrice())
    const seen = await Promise.all(
      Array.from({ length: visitors }, (_, index) =>
        asked(shop, agent, paths[index % paths.length] ?? '/'),
      ),
    )
    await price
    const times = seen.map(({ ms }) => ms)
    return {
      p99Ms: percentile(times, 0.99),
      lastMs: percentile(times, 1),
      failed: seen.filter(({ whole }) => !whole).length,
      processorMs: processorMsOf(shop.servers()) - processorBefore,
    }
  } finally {
    agent.destroy()
    await shop.stop()
  }
}

/** Milliseconds until the last byte is there, and whether it is a whole answer. */
export function asked(
  { url }: Pick<Shop, 'url'>,
  agent: Agent,
  path: string,
): Promise<{ ms: number; whole: boolean }> {
  const began = clockMs()
  return new Promise((resolve) => {
    const done = (whole: boolean) => resolve({ ms: clockMs() - began, whole })
    get(url + path, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume()
      response.once('close', () => done(response.complete && response.statusCode === 200))
    }).once('error', () => done(false))
  })
}
