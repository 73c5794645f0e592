import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { partBytes } from '#app/domain/catalog/media-limits.ts'
import { productPaths, type Shop, startShop } from './pages-shop.ts'
import { memoryOf } from './process-figures.ts'

const photographs = 12
const restMs = 15_000
/** A page each so often, as of a busy evening; asked one after another it would hide its own waits. */
const everyMs = 20
const goalMegabytes = 350

/**
 * Twelve photographs of 12 megapixels are uploaded by one person, one after another, while visitors
 * read: how much memory the shop and its helper take at most, and how long pages take.
 */
export async function uploadsTable(dataDir: string): Promise<string> {
  const files = await Promise.all(Array.from({ length: photographs }, (_, at) => photograph(at)))
  const shop = await startShop(dataDir, 'uploads')
  try {
    // A person who uploads has the library open, and visitors have been there before: what a
    // process loads and renders once after its start is not of uploads.
    for (const path of [...productPaths, '/admin/dashboard/media']) {
      const page = await fetch(shop.url + path, { headers: { cookie: shop.cookie } })
      if (!page.ok) throw new Error(`${path} answered ${page.status}`)
      await page.arrayBuffer()
    }
    const resting = await watch(shop, new Promise((resolve) => setTimeout(resolve, restMs)))
    const began = Date.now()
    const uploading = await watch(shop, uploadAll(shop, files))
    const seconds = (Date.now() - began) / 1000
    const more = (uploading.bytes - resting.bytes) / 1e6
    const megabytes = files.reduce((sum, file) => sum + file.length, 0) / 1e6
    return [
      `| ${photographs} photographs of 12 megapixels, ${megabytes.toFixed(0)} MB | at rest | while uploading | goal |`,
      '|---|---|---|---|',
      `| seconds | | ${seconds.toFixed(0)} | |`,
      `| resident memory, MB | ${(resting.bytes / 1e6).toFixed(0)} | ${(uploading.bytes / 1e6).toFixed(0)} (${more.toFixed(0)} more) | less than ${goalMegabytes} more |`,
      `| page, median, ms | ${resting.median.toFixed(1)} | ${uploading.median.toFixed(1)} | |`,
      `| page, p99, ms | ${resting.p99.toFixed(1)} | ${uploading.p99.toFixed(1)} | |`,
      `| pages that failed | ${resting.failed} | ${uploading.failed} | 0 |`,
    ].join('\n')
  } finally {
    await shop.stop()
  }
}

/** Of noise, which is harder to pack than any photograph; each another. */
async function photograph(at: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 100 + at, sigma: 25 }
  const create = { width: 1000, height: 750, channels: 3 as const, background: '#888', noise }
  const grain = await sharp({ create }).png().toBuffer()
  return sharp(grain).resize(4000, 3000).jpeg({ quality: 92 }).toBuffer()
}

async function uploadAll(shop: Shop, files: readonly Buffer[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const key = randomUUID()
    let at = 0
    while (at < file.length) {
      const query = new URLSearchParams({
        key,
        at: String(at),
        size: String(file.length),
        name: `photograph-${index + 1}.jpg`,
      })
      const response = await fetch(`${shop.url}/admin/media/upload?${query}`, {
        method: 'POST',
        headers: { cookie: shop.cookie, origin: shop.url },
        body: new Uint8Array(file.subarray(at, at + partBytes)),
      })
      const body = (await response.json()) as { received?: number; picture?: object }
      if (body.picture) break
      if (body.received === undefined) throw new Error(`an upload failed: ${JSON.stringify(body)}`)
      at = body.received
    }
  }
}

type Seen = { bytes: number; median: number; p99: number; failed: number }

/** The most memory of all processes, and how long pages took, while some work lasts. */
async function watch(shop: Shop, work: Promise<unknown>): Promise<Seen> {
  const took: number[] = []
  let [bytes, failed, turn] = [0, 0, 0]
  const ask = async () => {
    turn += 1
    const began = performance.now()
    const path = productPaths[turn % productPaths.length] ?? '/'
    const answer = await fetch(shop.url + path).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status !== 200) failed += 1
    took.push(performance.now() - began)
  }
  const asking: Promise<void>[] = []
  const pages = setInterval(() => asking.push(ask()), everyMs)
  const memory = setInterval(() => {
    // A helper may end between being listed and being looked at.
    const most = shop.servers().map((pid) => {
      try {
        return memoryOf([pid])
      } catch {
        return 0
      }
    })
    bytes = Math.max(
      bytes,
      most.reduce((sum, each) => sum + each, 0),
    )
  }, 100)
  await work.finally(() => {
    clearInterval(pages)
    clearInterval(memory)
  })
  await Promise.all(asking)
  took.sort((a, b) => a - b)
  const part = (of: number) => took[Math.min(took.length - 1, Math.floor(took.length * of))] ?? 0
  return { bytes, median: part(0.5), p99: part(0.99), failed }
}
