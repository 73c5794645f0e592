import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { receiveWebhook } from '#app/.server/payments/commands/receive-webhook.ts'
import { refundWeighed } from '#app/.server/refunds/jobs/refund-weighed.ts'
import { sendRefunds } from '#app/.server/refunds/jobs/send-refunds.ts'
import { weighedItems } from '#app/.server/weighing/queries/weighed-items.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { isDrawnMore, patience } from '#tests/support/draws.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import type { Death } from '#tests/support/simulation/life.ts'
import { startProcess } from '#tests/support/simulation/process.ts'
import { openWorld, type World } from '#tests/support/simulation/world.ts'
import { refundedOf } from '#tests/support/stripe-refunds.ts'
import { placed } from '#tests/support/stripe-shop.ts'
import { anySerial, weigh } from '#tests/support/weighing.ts'

/** An order that was paid at the stand-in of Stripe. */
async function paid({ shop, stripe, now }: World) {
  const order = await placed(shop)
  const { body, header } = stripe.signed(stripe.pay(order.session), { at: now() })
  await receiveWebhook(shop, Buffer.from(body), header)
  const intent = stripe.store.sessions.get(order.session)?.payment_intent as string
  return { ...order, intent }
}

/** Weighed 0.60 g light by a process with these ends, and by the next one; how often the last one waited. */
async function weighedLight(world: World, deaths: readonly Death[]): Promise<number> {
  const { shop, stripe } = world
  const eventsBefore = [...stripe.store.events].length
  const order = await paid(world)
  const sold = order.answer.lines[0]?.grams ?? 0
  const actual = Math.round(sold * 1000) - 600
  const serial = anySerial()
  const { insist, waits } = startProcess(world, deaths, null)
  await insist((app) => weigh(app, order, actual, { serial }))
  await insist((app) => weigh(app, order, actual, { serial, seen: 1 }))
  world.pass(10)
  await insist((app) => refundWeighed(app))
  const waited = await waits()
  // The job of the next process, once the first may have had its answer.
  world.pass(2)
  await refundWeighed(shop)
  world.pass(2)
  await sendRefunds(shop)
  const told = [...stripe.store.events]
    .slice(eventsBefore)
    .map((event) => stripe.signed(event, { at: world.now() }))
  for (const { body, header } of told) await receiveWebhook(shop, Buffer.from(body), header)
  const refunds = await refundsOfOrder(shop.db.orm, order.id)
  const missing = Math.round((600 * Number(order.answer.lines[0]?.pricePerGram)) / 10)
  expect({ deaths, refunds }).toMatchObject({
    deaths,
    refunds: [{ amountCents: missing, state: 'succeeded' }],
  })
  expect({ deaths, refunded: refundedOf(stripe.store, order.intent) }).toEqual({
    deaths,
    refunded: missing,
  })
  expect(await weighedItems(shop.db, order.id)).toMatchObject([{ serial, actualMg: actual }])
  return waited
}

const cases = [
  // The bench has every wait: `npm run bench -- draws`.
  ['the embedded database', true, async () => null, isDrawnMore ? 1 : 3],
  ['PostgreSQL', inject('postgresUrl') !== null, seededPostgresUrl, isDrawnMore ? 1 : 6],
] as const

describe.each(cases)('a light piece, on %s', (_, isThere, url, every) => {
  let world: World | null = null
  beforeAll(async () => {
    if (!isThere) return
    world = await openWorld(await url())
    await world.goldBecomes(1_300_000)
    await sendsAnyTotal(world.shop)
  })
  afterAll(() => world?.close())

  it.skipIf(!isThere)(
    'is refunded exactly once, at whichever single wait the process ends [WEIGH-03]',
    async () => {
      if (!world) throw new Error('there is no world')
      const waits = await weighedLight(world, [])
      expect(waits).toBeGreaterThan(15)
      // What is done and not heard of is the same as what is lost before the next wait.
      for (let wait = 1; wait <= waits; wait += every) {
        await weighedLight(world, [{ wait, effect: 'lost' }])
      }
      await weighedLight(world, [{ wait: waits, effect: 'done' }])
    },
    patience,
  )
})
