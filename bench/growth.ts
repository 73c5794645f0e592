import { mkdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { asked } from './burst.ts'
import { load, median } from './load.ts'
import { type Shop, startShop } from './pages-shop.ts'
import { answerOf, openNginx } from './peers.ts'
import { clockMs } from './process-figures.ts'

export const manyProducts = 10_000
/** So that the collection shows a full page of 24 here too. */
export const fewProducts = 32
const product = '/product/7'
const pages = ['/', '/products', product]

export type GrowthFigures = {
  /** Pages a second, each asked for once, and nginx with one of them. */
  rendered: number
  nginx: number
  renderedToNginx: number
  /** Shares of the time that a page takes longer among many products, by page: 0.1 is a tenth. */
  cachedSlowdown: Map<string, number>
  renderedSlowdown: Map<string, number>
  notes: string[]
}

/** A shop with a page of products beside one with ten thousand. */
export async function growthFigures(folder: string): Promise<GrowthFigures> {
  const small = await startShop(folder, 'few', { products: fewProducts - 8 })
  try {
    const large = await startShop(folder, 'many', { products: manyProducts })
    try {
      for (const shop of [small, large]) await shop.setPrice(shop.nextPrice())
      // First: once a page was asked for often, it is rendered again at a new price before anyone asks.
      const slowdown = await renderedSlowdown(small, large)
      return {
        ...(await renderedBesideNginx(folder, large)),
        cachedSlowdown: await cachedSlowdown(small, large),
        renderedSlowdown: slowdown,
      }
    } finally {
      await large.stop()
    }
  } finally {
    await small.stop()
  }
}

/** Product pages that nobody asked for before, eight at once. */
async function renderedBesideNginx(folder: string, shop: Shop) {
  const perRound = 400
  const ids = Array.from({ length: manyProducts }, (_, index) => index + 1).filter((n) => n % 7 > 0)
  const take = (count: number) => ids.splice(0, count).map((n) => `/product/p${n}`)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const files = join(folder, 'growth-nginx')
  mkdirSync(files, { recursive: true })
  const answers = new Map([[product, await answerOf(shop.url + product)]])
  const nginx = await openNginx(files, answers)
  const notes: string[] = []
  try {
    await Promise.all(take(200).map((path) => asked(shop, agent, path))) // warm
    const seen: { rendered: number; nginx: number }[] = []
    for (let round = 0; round < 3; round += 1) {
      const began = clockMs()
      const all = await Promise.all(take(perRound).map((path) => asked(shop, agent, path)))
      const rendered = (perRound / (clockMs() - began)) * 1000
      const failed = all.filter(({ whole }) => !whole).length
      if (failed > 0) notes.push(`rendered pages: ${failed} of ${perRound} were errors`)
      seen.push({ rendered, nginx: (await load(nginx.url(product), { seconds: 2 })).perSecond })
    }
    return {
      rendered: median(seen.map(({ rendered }) => rendered)),
      nginx: median(seen.map(({ nginx }) => nginx)),
      renderedToNginx: median(seen.map(({ rendered, nginx }) => rendered / nginx)),
      notes,
    }
  } finally {
    agent.destroy()
    await nginx.stop()
  }
}

async function cachedSlowdown(small: Shop, large: Shop): Promise<Map<string, number>> {
  const slowdowns = new Map<string, number>()
  for (const path of pages) {
    const ratios: number[] = []
    for (const shop of [small, large]) await load(shop.url + path, { seconds: 1 }) // warm
    for (let round = 0; round < 5; round += 1) {
      const few = await load(small.url + path, { seconds: 1 })
      const many = await load(large.url + path, { seconds: 1 })
      ratios.push(few.perSecond / many.perSecond)
    }
    slowdowns.set(path, median(ratios) - 1)
  }
  return slowdowns
}

/** A new gold price makes every page be rendered again: the first answer after it is measured. */
async function renderedSlowdown(small: Shop, large: Shop): Promise<Map<string, number>> {
  const agent = new Agent({ keepAlive: true })
  const times = new Map(pages.map((path) => [path, { few: [] as number[], many: [] as number[] }]))
  for (let round = 0; round < 25; round += 1) {
    for (const [shop, which] of [
      [small, 'few'],
      [large, 'many'],
    ] as const) {
      await shop.setPrice(shop.nextPrice())
      for (const path of pages) {
        const { ms, whole } = await asked(shop, agent, path)
        if (!whole) throw new Error(`${path} was not answered by a whole page`)
        if (round > 4) times.get(path)?.[which].push(ms) // the first ones warm
      }
    }
  }
  agent.destroy()
  return new Map([...times].map(([path, { few, many }]) => [path, median(many) / median(few) - 1]))
}
