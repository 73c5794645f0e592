import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import { median } from './load.ts'
import { inJson, type Shop, startShop } from './pages-shop.ts'
import { memoryOf } from './process-figures.ts'
import type { Order, Report } from './stream-readers.ts'

export const openStreams = 2000
export const neverRead = 200
const prices = 5

export type StreamFigures = {
  /** Milliseconds from the post's start, and from its answer, until the last stream has it. */
  fromPost: number
  fromAnswer: number
  fromPostWithNeverRead: number
  bytesEach: number
  bytesEachNeverRead: number
}

/** A gold price on its way to many open pages [LIVE-01], and what these pages cost. */
export async function streamFigures(folder: string): Promise<StreamFigures> {
  const shop = await startShop(folder, 'streams')
  const readers = startReaders()
  try {
    await shop.setPrice(shop.nextPrice())
    await settled()
    const atRest = memoryOf(shop.servers())
    await readers.open(shop, openStreams, true)
    await settled()
    const withStreams = memoryOf(shop.servers())
    const times = await pricesToLast(shop, readers)
    const beforeNeverRead = memoryOf(shop.servers())
    await readers.open(shop, neverRead, false)
    const slower = await pricesToLast(shop, readers)
    await settled()
    const withNeverRead = memoryOf(shop.servers())
    return {
      fromPost: median(times.map((time) => time.fromPost)),
      fromAnswer: median(times.map((time) => time.fromAnswer)),
      fromPostWithNeverRead: median(slower.map((time) => time.fromPost)),
      bytesEach: (withStreams - atRest) / openStreams,
      bytesEachNeverRead: (withNeverRead - beforeNeverRead) / neverRead,
    }
  } finally {
    await readers.stop()
    await shop.stop()
  }
}

type Readers = ReturnType<typeof startReaders>

async function pricesToLast(shop: Shop, readers: Readers) {
  const times: { fromPost: number; fromAnswer: number }[] = []
  for (let count = 0; count < prices; count += 1) {
    const perGram = shop.nextPrice()
    const seen = await readers.await(inJson(perGram))
    const { postedAt, answeredAt } = await shop.setPrice(perGram)
    const lastAt = await seen()
    times.push({ fromPost: lastAt - postedAt, fromAnswer: lastAt - answeredAt })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return times
}

export function startReaders() {
  const child = fork(join(import.meta.dirname, 'stream-readers.ts'), { execArgv: [] })
  const reports = on(child, 'message', { close: ['exit'] })
  const next = async (): Promise<Report> => (await reports.next()).value?.[0]
  const send = (order: Order) => child.send(order)
  return {
    async open(shop: Shop, count: number, reading: boolean): Promise<void> {
      const { hostname: host, port } = new URL(shop.url)
      send({ open: count, host, port: Number(port), path: '/api/gold-price/stream', reading })
      const report = await next()
      if ('opened' in report && report.opened < count) {
        const why = report.refused.join(', ')
        throw new Error(`only ${report.opened} of ${count} streams were opened: ${why}`)
      }
    },
    /** Begins to wait for a text; what it answers is asked for when the last stream had it. */
    async await(text: string): Promise<() => Promise<number>> {
      send({ await: text })
      await next()
      return async () => {
        const report = await next()
        if (!('lastAt' in report)) throw new Error('the readers gave no time')
        if (report.missing > 0) throw new Error(`${report.missing} streams never had the price`)
        return report.lastAt
      }
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Time for the collector to run and for what was freed to go back. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5000))
}
