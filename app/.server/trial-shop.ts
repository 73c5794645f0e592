import { createApp } from './app.ts'
import type { AppContext } from './app-context.ts'
import type { Config } from './config.ts'
import type { Database } from './platform/db/database.ts'
import { listen } from './platform/http/listen.ts'

type Host = (app: AppContext) => Parameters<typeof listen>[0]

/** A page of each part, and what tries a write. */
const addresses = ['/readyz', '/', '/products', '/sitemap.xml', '/admin/login']

/**
 * Starts a shop on a database, on a free port of this machine and without its jobs (no email is sent,
 * nothing is charged), and asks for its pages. Throws a sentence where one is not answered well, or
 * anything was logged as an error.
 */
export async function tryShop(config: Config, database: Database, host: Host): Promise<void> {
  const open = await createApp({ ...config, contentSite: null }, { database })
  const listening = await listen(host(open.context), '127.0.0.1', 0)
  try {
    for (const address of addresses) {
      const response = await fetch(listening.url + address, { redirect: 'manual' })
      const body = await response.text()
      if (response.status !== 200) {
        throw new Error(
          `the shop answers ${address} with ${response.status}: ${body.slice(0, 200)}`,
        )
      }
    }
    const [error] = open.context.cache.errors
    if (error) throw new Error(`the shop reports an error: ${error.message}`)
  } finally {
    await open.close(listening.close())
  }
}
