import { eq } from 'drizzle-orm'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { receiveWebhook } from '#app/.server/payments/commands/receive-webhook.ts'
import { reconcilePayments } from '#app/.server/payments/jobs/reconcile-payments.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { checksOf } from '#app/domain/risk/hold.ts'
import { checkout } from '#tests/support/selling-shop.ts'
import { paysAtStripe } from '#tests/support/storm/shoppers.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { checkStory } from './check-story.ts'
import type { Death } from './life.ts'
import { type ShopProcess, startProcess } from './process.ts'
import { type Story, trackingOf } from './story.ts'
import type { World } from './world.ts'

type Told = { wrong: string[]; waits: number; answeredAt: readonly number[] }

/**
 * From quote to parcel, with a process that ends wherever its life says and a next one that goes on. Who
 * gets no answer asks again, as the cart, Stripe and staff do. Answers what is wrong afterwards, how often
 * the last process waited, and after which waits it answered.
 */
export const tell = (world: World, story: Story): Promise<Told> =>
  together(world, [story], story.deaths, null)

/**
 * Two shoppers and staff at the same time, in one process, by the gold price and the ends of the first
 * story; who goes on at each wait is drawn from the seed.
 */
export function tellTwo(world: World, [one, two]: readonly [Story, Story], seed: number) {
  return together(world, [one, { ...two, perGram: one.perGram }], one.deaths, seed)
}

async function together(
  world: World,
  stories: readonly Story[],
  deaths: readonly Death[],
  order: number | null,
): Promise<Told> {
  const [{ perGram }] = stories as readonly [Story]
  const { insist, waits, answeredAt } = startProcess(world, deaths, order)
  await world.goldBecomes(perGram.quoted)
  const quotes = await Promise.all(
    stories.map(({ productId, quantity }) =>
      insist((app) => quoteCart(app, [{ productId, size: 'Small', quantity }])),
    ),
  )
  await world.goldBecomes(perGram.ordered)
  // Time passes for all: nobody is still on the way to pay when minutes go by.
  const allAtPayment = meetingOf(stories.length)
  const ended = await Promise.all(
    stories.map((story, at) =>
      follow(world, { insist, allAtPayment }, story, quotes[at] as QuoteResponse),
    ),
  )
  const wrong: string[] = []
  for (const [at, story] of stories.entries()) {
    const end = ended[at]
    const found = end ? await checkStory(world, story, end) : ['no order behind the payment page']
    wrong.push(...found)
  }
  return { wrong, waits: await waits(), answeredAt }
}

/** One shopper's order, from checkout to its end; null where there is none. */
async function follow(
  world: World,
  { insist, allAtPayment }: Pick<ShopProcess, 'insist'> & { allAtPayment: () => Promise<void> },
  story: Story,
  quote: QuoteResponse,
) {
  const { stripe, shop } = world
  const { url } = await insist((app) => placeOrder(app, checkout(quote)))
  await allAtPayment()
  const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  if (!order?.paymentSession) return null

  const staff = { id: order.id, by: 'ann@example.com' }
  const seen = async () => {
    const [row] = await shop.db.orm.select().from(orders).where(eq(orders.id, order.id))
    return { ...staff, revision: row?.revision ?? 0 }
  }
  let events: StripeEvent[] = []
  if (story.fate === 'cancelled') {
    const asSeen = await seen()
    await insist((app) =>
      staffCancelOrder(app, { ...asSeen, reason: 'The buyer asked for it.' }).catch(isDoneAlready),
    )
  } else {
    events = paysAtStripe(stripe, order.paymentSession, story.fate) ?? []
  }
  for (const event of [...events, ...events]) {
    const { body, header } = stripe.signed(event, { at: world.now() })
    await insist((app) => receiveWebhook(app, Buffer.from(body), header))
  }
  if (story.fate === 'webhook lost') {
    world.pass(5)
    await insist((app) => reconcilePayments(app))
  }
  const isPaid = ['paid', 'later', 'webhook lost'].includes(story.fate)
  if (isPaid) {
    // One of a high value waits for its checks.
    for (const { id: hold, releasedAt } of await holdsOfOrder(shop.db.orm, order.id)) {
      if (releasedAt !== null) continue
      const release = { ...(await seen()), hold, reason: 'Looked at.', checks: everyCheck }
      await insist((app) => releaseShippingHold(app, release).catch(isDoneAlready))
    }
    await readyToSend(shop, order)
    const asSeen = await seen()
    const sent = { ...asSeen, tracking: trackingOf(story), sanctions: 'yes' } as const
    await insist((app) => recordShipment(app, sent))
  }
  return { orderId: order.id, quote, isPaid }
}

const everyCheck = checksOf('high value').map(({ name }) => name)

/** Pressed again after no answer came: the screen tells that the order is canceled. */
function isDoneAlready(error: unknown): void {
  if (!(error instanceof AppError) || error.status !== 409) throw error
}

/** Resolves for all who call once so many have called. */
function meetingOf(count: number): () => Promise<void> {
  const met = Promise.withResolvers<void>()
  let missing = count
  return () => {
    missing -= 1
    if (missing === 0) met.resolve()
    return met.promise
  }
}
