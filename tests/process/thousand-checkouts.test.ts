import { rmSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { type Database, type Orm, rows } from '#app/.server/db/database.ts'
import { openEmbedded } from '#app/.server/db/embedded.ts'
import { openPostgres } from '#app/.server/db/postgres.ts'
import { orderLines, orders } from '#app/.server/db/schema.ts'
import { seededDataFolder, seededPostgresUrl } from '#tests/support/databases.ts'
import { type MortalShop, openMortalShop } from '#tests/support/mortal-shop.ts'
import {
  openStripeServer,
  type StripeEvent,
  type StripeServer,
} from '#tests/support/stripe-server.ts'

/**
 * A thousand checkouts on each database, of a built shop in a process of its own: every message goes
 * over HTTP, the events come shuffled, up to five times each, and late, and the process is killed
 * again and again with some of them on their way. What was not answered is sent again, as browsers
 * and Stripe do; what was answered is never sent again for that.
 */
const checkouts = 1000
const atOnce = 8
/** A quote is good for ten minutes, a payment page for thirty: some of the news come after that. */
const whileOrdering = { kills: 2, minutesDead: 3 }
const whileTelling = { kills: 4, minutesDead: 12 }

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

async function thousand(settings: Record<string, string>, open: () => Promise<Database>) {
  const { next, shuffled } = drawn(2026)
  const stripe = await openStripeServer(() => shop.now())
  cleanups.push(() => stripe.close())
  const shop = openMortalShop({
    ...settings,
    ...stripe.settings(),
    PUBLIC_URL: 'http://localhost:3000',
    // Shoppers and Stripe come from addresses of their own, each below its limit.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  })
  cleanups.push(() => shop.kill())
  /** Does all the work, and so often dies in the middle of it. */
  const dying = async <T>(
    { kills, minutesDead }: typeof whileOrdering,
    all: readonly T[],
    work: (one: T) => Promise<void>,
  ) => {
    const share = Math.ceil(all.length / (kills + 1))
    for (let part = 0; part <= kills; part += 1) {
      if (part < kills) shop.diesAfter(1 + next(share - atOnce), minutesDead)
      await inTurns(all.slice(part * share, (part + 1) * share), work)
    }
  }

  const fateOf = new Map<string, Fate>()
  const everyone = Array.from({ length: checkouts }, (_, index) => index)
  await dying(whileOrdering, everyone, async (index) => {
    fateOf.set(await goesToPay(shop, index), fates[index % fates.length] ?? 'paid')
  })
  expect(fateOf.size).toBe(checkouts)
  expect(stripe.books.sessions.size).toBe(checkouts)

  const told = [...fateOf].flatMap(([session, fate]) => story(stripe, session, fate))
  const deliveries = shuffled(
    told.flatMap((event) => Array.from({ length: next(2) ? 1 : 1 + next(5) }, () => event)),
  )
  await dying(whileTelling, deliveries, (event) => tell(shop, stripe, event))
  expect(shop.deaths()).toBe(whileOrdering.kills + whileTelling.kills)
  expect(shop.unanswered()).toBeGreaterThanOrEqual(shop.deaths())
  await shop.stop()

  const db = await open()
  cleanups.push(() => db.close())
  await sumsAgree(db.orm, stripe, fateOf)
  // Once each, and none that was acknowledged is missing; what the shop asked for itself is apart.
  const kept = await rows<{ id: string }>(
    db.orm,
    sql`select id from payment_events where id not like 'asked:%' order by id collate "C"`,
  )
  expect(kept.map(({ id }) => id)).toEqual(told.map(({ id }) => id).sort())
}

/** From cart to payment page; answers the session. Every shopper has an address of their own. */
async function goesToPay(shop: MortalShop, index: number): Promise<string> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `198.18.${index >> 8}.${index & 255}`,
  }
  const ask = async (path: string, said: object) => {
    const answer = await shop.post(path, () => ({ body: JSON.stringify(said), headers }))
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  const productId = String(5 + (index % 8))
  const line = { productId, size: index % 2 ? 'Small' : 'Large', quantity: 1 + (index % 3) }
  const { quote, total } = await ask('/api/quote', { lines: [line] })
  const { url } = await ask('/api/create-checkout-session', { amount: Number(total), quote })
  return url.slice(url.lastIndexOf('/') + 1)
}

/** A delivery of Stripe, signed anew at each try; it sends from a dozen addresses. */
async function tell(shop: MortalShop, stripe: StripeServer, event: StripeEvent): Promise<void> {
  const from = `198.19.0.${Number.parseInt(event.id.slice(-2), 16) % 12}`
  const { status, text } = await shop.post('/api/stripe/webhook', () => {
    const { body, header } = stripe.signed(event)
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from }
    return { body, headers: { ...headers, 'Stripe-Signature': header } }
  })
  if (status !== 200) throw new Error(`a webhook was answered ${status} ${text}`)
}

/** What Stripe tells of one session from beginning to end. */
function story(stripe: StripeServer, session: string, fate: Fate): StripeEvent[] {
  const object = stripe.books.sessions.get(session)
  if (!object) throw new Error(`Stripe has no ${session}`)
  if (fate === 'left') {
    Object.assign(object, { status: 'expired' })
    return [stripe.event('checkout.session.expired', object)]
  }
  if (fate === 'cent less') Object.assign(object, { amount_total: object.amount_total - 1 })
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
async function sumsAgree(orm: Orm, stripe: StripeServer, fateOf: Map<string, Fate>) {
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

/** So many at once; whoever has done one takes the next. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const worker = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

describe('a thousand checkouts, told shuffled, repeated and late, to a shop that is killed', {
  timeout: 600_000,
}, () => {
  it('agree to the cent, embedded [ORDER-05, ORDER-06, OPS-04]', async () => {
    const folder = await seededDataFolder()
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    await thousand({ DATA_DIR: folder }, () => openEmbedded(folder, silent))
  })

  it.skipIf(inject('postgresUrl') === null)(
    'agree to the cent, PostgreSQL [ORDER-05, ORDER-06, OPS-04]',
    async () => {
      const url = await seededPostgresUrl()
      const settings = {
        DATABASE_URL: url,
        SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      }
      await thousand(settings, () => openPostgres(url, silent))
    },
  )
})
