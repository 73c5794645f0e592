import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import type { AppContext } from '#app/.server/app-context.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { stripePayments } from '#app/.server/payments/gateway/stripe-payments.ts'
import { embeddedParsers } from '#app/.server/platform/db/column-types.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'
import { withLease } from '#app/.server/platform/db/lease.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { seededFiles } from '#tests/support/once-per-run.ts'
import { testShop } from '#tests/support/shop.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { clientOf, type Death, Life, paymentsOf, throughLife } from './life.ts'

const silent = pino({ level: 'silent' })
const publicUrl = 'http://localhost:3000'

export type World = {
  stripe: StripeServer
  /** The shop in a life without an end: for looking at what is stored. */
  shop: AppContext
  now(): Date
  pass(minutes: number): void
  /** A process that is started now and lives that life. */
  start(life: Life): Promise<AppContext>
  /** What becomes of the next call of the payment provider, once. */
  nextCallFails(effect: Death['effect'] | null): void
  goldBecomes(perGram: number): Promise<void>
  close(): Promise<void>
}

type Engine = { connect(life: Life): Promise<Database>; close(): Promise<void> }

/**
 * A shop on an embedded database in memory, or on a server's where its address is given, with Stripe's
 * stand-in and a clock that is moved: all that it waits for can end its process, and the next one finds
 * what was stored.
 */
export async function openWorld(postgresUrl: string | null = null): Promise<World> {
  let time = new Date('2026-03-11T16:00:00Z').getTime()
  const now = () => new Date(time)
  const engine = postgresUrl === null ? await embedded() : onServer(postgresUrl)
  const stripe = await openStripeServer(now)
  const payments = stripePayments(
    {
      secretKey: stripe.secretKey,
      webhookSecrets: [stripe.webhookSecret],
      apiUrl: stripe.url,
      live: false,
    },
    { publicUrl },
  )
  let failure: Death['effect'] | null = null
  const fails = () => {
    const next = failure
    failure = null
    return next
  }
  const start = async (life: Life): Promise<AppContext> => {
    const db = await engine.connect(life)
    life.begin()
    return testShop({ db, payments: paymentsOf(life, payments, fails), now, publicUrl })
  }
  const shop = await start(new Life(null))
  return {
    stripe,
    shop,
    now,
    start,
    nextCallFails(effect) {
      failure = effect
    },
    pass(minutes) {
      time += minutes * 60_000
    },
    async goldBecomes(perGram) {
      await setManualGoldPrice(shop, byHand(perGram as PricePerGram, 'a test'))
    },
    async close() {
      await stripe.close()
      await engine.close()
    },
  }
}

async function embedded(): Promise<Engine> {
  const loadDataDir = await seededFiles()
  const client = await PGlite.create('memory://', { loadDataDir, parsers: embeddedParsers })
  return {
    async connect(life) {
      const through = (asked: PGlite) => clientOf(life, asked)
      const db = await openEmbedded('memory://', silent, { client })
      const { orm, withLease } = await openEmbedded('memory://', silent, { client, through })
      return { ...db, orm, withLease }
    },
    close: () => client.close(),
  }
}

function onServer(url: string): Engine {
  const opened: Database[] = []
  return {
    async connect(life) {
      const db = throughLife(
        life,
        await openPostgres(url, silent, { poolSize: 5, timeoutMs: 30_000 }),
      )
      opened.push(db)
      const holder = randomUUID()
      // One process at a time: a lease of another one is of one that ended.
      const terms = { orm: db.orm, log: silent, holder, isSoleProcess: true }
      return { ...db, withLease: (name, work) => withLease(terms, name, work) }
    },
    async close() {
      for (const db of opened) await db.close()
    },
  }
}
