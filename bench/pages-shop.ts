import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { startCommand } from '#tests/support/process.ts'
import { fillCatalog } from './full-shop.ts'
import { clockMs, descendants } from './process-figures.ts'
import { type Running, startServer } from './server.ts'

/** When a price was posted and when that was answered, in milliseconds of `clockMs`. */
export type PriceSet = { postedAt: number; answeredAt: number }

export type Shop = Running & {
  /** Of an owner who is signed in. */
  cookie: string
  /** A price per gram that was not set yet. */
  nextPrice(): string
  /** Sets the gold price as staff do, signed in. */
  setPrice(perGram: string): Promise<PriceSet>
  /** The processes that serve, without the one that starts them. */
  servers(): number[]
}

/** The pages of the products that every shop begins with. */
export const productPaths = builtInPendants.map(({ id }) => `/product/${id}`)

type Opening = { products?: number; settings?: Record<string, string> }

/** The built shop as `npm start` runs it, in a separate folder, with so many products more. */
export async function startShop(
  folder: string,
  name: string,
  { products = 0, settings = {} }: Opening = {},
): Promise<Shop> {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const all = {
    DATA_DIR: own,
    GOLD_SOURCES: 'none',
    LOG_LEVEL: 'error',
    SESSION_SECRET: 'b'.repeat(32),
    ...settings,
  }
  const before = await createApp(readConfig(all))
  if (!before.context.db) throw new Error('the database does not answer')
  if (products > 0) await fillCatalog(before.context.db, products)
  const admin = await firstAdmin(before.context, `${name}-${Date.now()}@example.com`)
  const cookie = await signedInCookie(before.context, admin)
  await before.close()
  const server = await startServer(startCommand, all)
  let cents = 9310
  return {
    ...server,
    cookie,
    servers: () => descendants(server.pid),
    nextPrice() {
      cents += 1
      return (cents / 100).toFixed(2)
    },
    async setPrice(perGram) {
      const postedAt = clockMs()
      const response = await fetch(`${server.url}/admin/dashboard/gold-price`, {
        method: 'POST',
        headers: { cookie, origin: server.url },
        body: new URLSearchParams({ action: 'save', perGram, perOunce: '' }),
        redirect: 'manual',
      })
      const answeredAt = clockMs()
      await response.arrayBuffer()
      if (response.status >= 400 || response.headers.get('location')?.includes('login')) {
        throw new Error(`saving a gold price was answered ${response.status}`)
      }
      return { postedAt, answeredAt }
    },
  }
}

/** The gold price as the answer and the stream write it. */
export function inJson(perGram: string): string {
  return `"pricePerGram":${Number(perGram)},`
}
