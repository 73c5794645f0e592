import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'

/** A shop around a database, or around none: silent, without feeds and payments, at a fixed time. */
export function testShop(parts: Partial<AppContext> & Pick<AppContext, 'db'>): AppContext {
  return {
    config: readConfig({ GOLD_SOURCES: 'none', ...(parts.db ? {} : { DATABASE_URL: 'none' }) }),
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-03-11T16:00:00Z'),
    secret: 'a secret of the test shop, 32 characters or more',
    goldFeeds: [],
    payments: null,
    mail: null,
    contentSite: null,
    publicUrl: 'http://localhost:3000',
    events: new EventEmitter<{ goldPriceUpdated: [] }>().setMaxListeners(0),
    closing: new AbortController().signal,
    remembered: {
      products: null,
      goldPrice: null,
      shipping: null,
      feeds: new Map(),
      jobs: new Map(),
      errors: [],
    },
    ...parts,
  }
}
