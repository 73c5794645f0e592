import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manyProducts } from './growth.ts'
import { load } from './load.ts'
import type { LoopDelay } from './loop-delay.ts'
import { startShop } from './pages-shop.ts'
import { openStreams, startReaders } from './streams.ts'

const prices = 10

export type DelayFigures = LoopDelay & { perSecond: number }

/**
 * How long the server keeps others waiting while a new price each second goes to many open pages, among
 * ten thousand products, and 64 connections ask for one of them.
 */
export async function delayFigures(
  folder: string,
  name: string,
  databaseUrl?: string,
): Promise<DelayFigures> {
  const file = join(folder, name)
  const shop = await startShop(folder, `${name}-shop`, {
    products: manyProducts,
    settings: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loop-delay.ts')}`,
      LOOP_DELAY_FILE: file,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  })
  const readers = startReaders()
  const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  try {
    await shop.setPrice(shop.nextPrice())
    await readers.open(shop, openStreams, true)
    await load(`${shop.url}/product/7`, { seconds: 3 }) // warm
    await pause(3)
    for (const pid of shop.servers()) process.kill(pid, 'SIGUSR2')
    const loaded = load(`${shop.url}/product/7`, { seconds: prices + 2 })
    for (let count = 0; count < prices; count += 1) {
      await shop.setPrice(shop.nextPrice())
      await pause(1)
    }
    const { perSecond } = await loaded
    await pause(1.5)
    const seen = shop
      .servers()
      .map((pid): LoopDelay => JSON.parse(readFileSync(`${file}.${pid}`, 'utf8')))
    return {
      p999: Math.max(...seen.map(({ p999 }) => p999)),
      longest: Math.max(...seen.map(({ longest }) => longest)),
      perSecond,
    }
  } finally {
    await readers.stop()
    await shop.stop()
  }
}
