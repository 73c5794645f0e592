import { load } from './load.ts'
import { productPaths, startShop } from './pages-shop.ts'
import { memoryOf } from './process-figures.ts'

const restMs = 10_000

/** What visitors ask for in turn while memory is watched. */
const mixed = [
  ...['/', '/products', '/qa/fincen-reporting', '/.netlify/functions/gold'],
  ...productPaths,
]

export type MemoryFigures = { starter: number; rest: number; loaded: number; failed: number }

/** Resident bytes ten seconds after the first page, and the most of the last half of a load. */
export async function memoryFigures(
  folder: string,
  name: string,
  { seconds, settings = {} }: { seconds: number; settings?: Record<string, string> },
): Promise<MemoryFigures> {
  const shop = await startShop(folder, name, { settings })
  try {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const starter = memoryOf([shop.pid])
    const rest = memoryOf(shop.servers())
    let loaded = 0
    const loading = load(shop.url, { seconds, paths: mixed })
    const halfway = Date.now() + seconds * 500
    const watch = setInterval(() => {
      if (Date.now() > halfway) loaded = Math.max(loaded, memoryOf(shop.servers()))
    }, 500)
    const { failed } = await loading.finally(() => clearInterval(watch))
    return { starter, rest, loaded: Math.max(loaded, memoryOf(shop.servers())), failed }
  } finally {
    await shop.stop()
  }
}
