import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { type Database, rows } from '#app/.server/db/database.ts'
import { openEmbedded } from '#app/.server/db/embedded.ts'
import { migrate } from '#app/.server/db/migrate.ts'
import { openPostgres } from '#app/.server/db/postgres.ts'
import { orderLines, orders } from '#app/.server/db/schema.ts'
import { seed } from '#app/.server/db/seed.ts'
import { expireOrders } from '#app/.server/operations/expire-orders.ts'
import { placeOrder } from '#app/.server/operations/place-order.ts'
import { quoteCart } from '#app/.server/operations/quote-cart.ts'
import type { Shop } from '#app/.server/shop.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { checkout } from '#tests/support/selling-shop.ts'
import type { StripeEvent, StripeServer } from '#tests/support/stripe-server.ts'
import { stripeShop, tell } from '#tests/support/stripe-shop.ts'

/**
 * A thousand checkouts on each database, whose events come shuffled, up to five times each, and late,
 * while the books are closed and opened again between them, as after a kill. (That a real process
 * killed in the middle of its work loses nothing it acknowledged: killed-checkout.test.ts.)
 */
const checkouts = 1000
const restarts = 4
const atOnce = 10

const silent = pino({ level: 'silent' })
const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Numbers that look drawn and are the same at every run, so that a failure can be looked at. */
function drawn(seedNumber: number) {
  let state = seedNumber
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const shuffled = <T>(all: readonly T[]): T[] => {
    const left = [...all]
    return all.map(() => left.splice(next(left.length), 1)[0] as T)
  }
  return { next, shuffled }
}

/** How the story of one checkout goes. */
const fates = ['paid', 'paid', 'paid', 'later', 'bounced', 'left', 'refunded', 'cent less'] as const
type Fate = (typeof fates)[number]

async function thousand(open: () => Promise<Database>) {
  const { next, shuffled } = drawn(2026)
  let db = await open()
  const { shop, stripe, pass } = await stripeShop(db)
  cleanups.push(() => stripe.close())
  cleanups.push(async () => db.close())
  const restart = async () => {
    await db.close()
    db = await open()
    shop.db = db
  }

  const fateOf = new Map<string, Fate>()
  const placeOne = async (index: number) => {
    const productId = String(5 + (index % 8))
    const lines = [{ productId, size: index % 2 ? 'Small' : 'Large', quantity: 1 + (index % 3) }]
    const { url } = await placeOrder(shop, checkout(await quoteCart(shop, lines)))
    fateOf.set(url.slice(url.lastIndexOf('/') + 1), fates[index % fates.length] ?? 'paid')
  }
  await inTurns(
    Array.from({ length: checkouts }, (_, index) => index),
    placeOne,
  )
  expect(stripe.books.sessions.size).toBe(checkouts)

  const told = [...fateOf].flatMap(([session, fate]) => story(stripe, session, fate))
  const deliveries = shuffled(
    told.flatMap((event) => Array.from({ length: next(2) ? 1 : 1 + next(5) }, () => event)),
  )
  const share = Math.ceil(deliveries.length / (restarts + 1))
  for (let part = 0; part <= restarts; part += 1) {
    await inTurns(deliveries.slice(part * share, (part + 1) * share), async (event) => {
      expect(await tell(shop, stripe.signed(event))).toBe(200)
    })
    pass(12)
    await expireOrders(shop)
    await restart()
  }
  await sumsAgree(shop, stripe, fateOf)
  const events = await rows<{ count: number }>(db.orm, sql`select count(*) from payment_events`)
  expect(events[0]?.count).toBe(told.length)
}

/** What Stripe tells of one session from beginning to end. */
function story(stripe: StripeServer, session: string, fate: Fate): StripeEvent[] {
  const object = stripe.books.sessions.get(session) ?? {}
  if (fate === 'left') {
    Object.assign(object, { status: 'expired' })
    return [stripe.event('checkout.session.expired', object)]
  }
  const done = stripe.pay(session, { later: fate === 'later' || fate === 'bounced' })
  const { amount_total, payment_intent, metadata } = done.data.object
  switch (fate) {
    case 'later':
    case 'bounced': {
      const paid = fate === 'later'
      Object.assign(object, { payment_status: paid ? 'paid' : 'unpaid' })
      const how = paid ? 'succeeded' : 'failed'
      return [done, stripe.event(`checkout.session.async_payment_${how}`, object)]
    }
    case 'refunded': {
      const charge = { id: `ch_${session.slice(-8)}`, currency: 'usd', payment_intent, metadata }
      const refund = { ...charge, amount_refunded: amount_total }
      return [done, stripe.event('charge.refunded', refund)]
    }
    case 'cent less':
      Object.assign(done.data.object, { amount_total: Number(amount_total) - 1 })
      return [done]
    default:
      return [done]
  }
}

const endOf: Record<Fate, (typeof orders.$inferSelect)['state']> = {
  paid: 'paid',
  later: 'paid',
  bounced: 'cancelled',
  left: 'expired',
  refunded: 'refunded',
  'cent less': 'pending',
}

/** Every paid session has exactly one paid order, no other order is paid, sums agree to the cent. */
async function sumsAgree(shop: Shop, stripe: StripeServer, fateOf: Map<string, Fate>) {
  const orm = shop.db?.orm
  if (!orm) throw new Error('no database')
  const all = await orm.select().from(orders)
  expect(all).toHaveLength(checkouts)
  const wrong = all.filter(({ state, paymentSession, heldReason }) => {
    const fate = fateOf.get(paymentSession ?? '')
    return !fate || state !== endOf[fate] || (heldReason !== null) !== (fate === 'cent less')
  })
  expect(wrong).toEqual([])
  const wasPaid = all.filter(({ paidAt }) => paidAt !== null)
  const atStripe = [...stripe.books.sessions.values()].filter(
    ({ id, payment_status }) => payment_status === 'paid' && fateOf.get(id) !== 'cent less',
  )
  expect(wasPaid.map(({ paymentSession }) => paymentSession).sort()).toEqual(
    atStripe.map(({ id }) => id).sort(),
  )
  const inBooks = wasPaid.reduce((sum, { totalCents }) => sum + totalCents, 0)
  expect(inBooks).toBe(atStripe.reduce((sum, { amount_total }) => sum + amount_total, 0))
  const [lines] = await orm
    .select({ sum: sql<number>`sum(${orderLines.lineTotalCents})::bigint` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(sql`${orders.paidAt} is not null`)
  expect(Number(lines?.sum)).toBe(inBooks)
  const steps = await rows<{ count: number }>(
    orm,
    sql`select count(*) from order_history where to_state = 'paid' and from_state = 'pending'`,
  )
  expect(steps[0]?.count).toBe(wasPaid.length)
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) {
    await Promise.all(all.slice(at, at + atOnce).map(work))
  }
}

describe('a thousand checkouts with their events shuffled, repeated and late', {
  timeout: 300_000,
}, () => {
  it('agree to the cent, embedded, through restarts [ORDER-05, ORDER-06, OPS-04]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'four-nines-thousand-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    await thousand(async () => {
      const db = await openEmbedded(folder, silent)
      await migrate(db)
      await seed(db)
      return db
    })
  })

  it.skipIf(inject('postgresUrl') === null)(
    'agree to the cent, PostgreSQL, through restarts [ORDER-05, ORDER-06, OPS-04]',
    async () => {
      const url = await seededPostgresUrl()
      await thousand(() => openPostgres(url, silent))
    },
  )
})
