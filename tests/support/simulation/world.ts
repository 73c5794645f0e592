import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import type { AppContext } from '#app/.server/app-context.ts'
import { setGoldPriceByHand } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { stripePayments } from '#app/.server/payments/gateway/stripe-payments.ts'
import { embeddedParsers } from '#app/.server/platform/db/column-types.ts'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { seededFiles } from '#tests/support/once-per-run.ts'
import { testShop } from '#tests/support/shop.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { clientOf, Life, paymentsOf } from './life.ts'

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
  goldBecomes(perGram: number): Promise<void>
  close(): Promise<void>
}

/**
 * A shop on an embedded database in memory, with Stripe's stand-in and a clock that is moved: all that it
 * waits for can end its process, and the next one finds what was stored.
 */
export async function openWorld(): Promise<World> {
  let time = new Date('2026-03-11T16:00:00Z').getTime()
  const now = () => new Date(time)
  const loadDataDir = await seededFiles()
  const client = await PGlite.create('memory://', { loadDataDir, parsers: embeddedParsers })
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
  const start = async (life: Life): Promise<AppContext> => {
    const db = await openEmbedded('memory://', silent, { client: clientOf(new Life(null), client) })
    const mortal = await openEmbedded('memory://', silent, { client: clientOf(life, client) })
    life.begin()
    return testShop({
      db: { ...db, orm: mortal.orm, withLease: mortal.withLease },
      payments: paymentsOf(life, payments),
      now,
      publicUrl,
    })
  }
  const shop = await start(new Life(null))
  return {
    stripe,
    shop,
    now,
    start,
    pass(minutes) {
      time += minutes * 60_000
    },
    async goldBecomes(perGram) {
      await setGoldPriceByHand(shop, byHand(perGram as PricePerGram, 'a test'))
    },
    async close() {
      await stripe.close()
      await client.close()
    },
  }
}
