import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { readConfig } from '#app/.server/config.ts'
import type { Shop } from '#app/.server/app-context.ts'

/** A shop around a database, or around none: silent, without feeds and payments, at a fixed time. */
export function testShop(parts: Partial<Shop> & Pick<Shop, 'db'>): Shop {
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
