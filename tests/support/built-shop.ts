import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { AppContext } from '#app/.server/app-context.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { parsePerGram } from '#app/domain/gold-price/rates.ts'
import { byHand } from './gold-prices.ts'
import { memoryDatabase } from './memory-database.ts'
import { lowPasswordCost } from './shop.ts'

export type Main = typeof import('../../app/.server/main.ts')

/** The server as it is deployed: the bundle, not the source. `npm test` builds it first. */
export const built = (await import(
  new URL('../../build/server/index.js', import.meta.url).href
)) as Main

/** A whole shop of the test's own: a built server on a free port, its database, a clock to move. */
export type TestShop = {
  url: string
  app: AppContext
  clock: { advance(by: { minutes: number }): void }
  /** The gold price as staff would set it, in dollars a gram. */
  goldBecomes(perGram: string): Promise<void>
  close(): Promise<void>
}

/** Settings are those of the environment; fetching gold prices is off unless a test turns it on. */
export async function openBuiltShop(
  settings: Record<string, string> = {},
  log: Logger = pino({ level: 'silent' }),
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-test-'))
  let ahead = 0
  const config = built.readConfig({ DATA_DIR: folder, GOLD_SOURCES: 'none', ...settings })
  const database = config.database === 'embedded' ? await memoryDatabase() : undefined
  const open = await built.createApp(config, {
    now: () => new Date(Date.now() + ahead),
    log,
    passwordCost: lowPasswordCost,
    ...(database ? { database } : {}),
  })
  const listening = await built.listen(built.host(open.context), '127.0.0.1', 0)
  open.context.publicUrl = settings.PUBLIC_URL ?? listening.url
  // No test waits for a first page, and what jobs write once is written early.
  open.startJobs(0)
  return {
    url: listening.url,
    app: open.context,
    clock: {
      advance: ({ minutes }) => {
        ahead += minutes * 60_000
      },
    },
    goldBecomes: async (text) => {
      const perGram = parsePerGram(text)
      if (perGram === null) throw new Error(`${text} is no price`)
      await setManualGoldPrice(open.context, byHand(perGram, 'a test'))
    },
    close: async () => {
      await open.close(listening.close())
      await database?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
