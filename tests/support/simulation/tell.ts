import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { fulfillOrder } from '#app/.server/orders/commands/fulfill-order.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { receiveWebhook } from '#app/.server/payments/commands/receive-webhook.ts'
import { reconcilePayments } from '#app/.server/payments/jobs/reconcile-payments.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { checkout } from '#tests/support/selling-shop.ts'
import { paysAtStripe } from '#tests/support/storm/shoppers.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { checkStory } from './check-story.ts'
import { Life } from './life.ts'
import { type Story, trackingOf } from './story.ts'
import type { World } from './world.ts'

type Told = { wrong: string[]; waits: number }

/**
 * From quote to parcel, with a process that ends wherever its life says and a next one that goes on. Who
 * gets no answer asks again, as the cart, Stripe and staff do. Answers what is wrong afterwards, and how
 * often the last process waited.
 */
export async function tell(world: World, story: Story): Promise<Told> {
  const { stripe, shop } = world
  const deaths = [...story.deaths]
  let life = new Life(deaths.shift() ?? null)
  let app = await world.start(life)
  const insist = async <T>(work: (app: AppContext) => Promise<T>): Promise<T> => {
    for (;;) {
      const answer = await work(app).catch((error: unknown) => {
        if (!life.dead) throw error
        return null
      })
      // Of a process that ended nothing is heard, whatever it went on to say.
      if (!life.dead) return answer as T
      life = new Life(deaths.shift() ?? null)
      app = await world.start(life)
    }
  }

  await world.goldBecomes(story.perGram.quoted)
  const line = { productId: story.productId, size: 'Small', quantity: story.quantity }
  const quote = await insist((app) => quoteCart(app, [line]))
  await world.goldBecomes(story.perGram.ordered)
  const { url } = await insist((app) => placeOrder(app, checkout(quote)))
  const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  if (!order?.paymentSession)
    return { wrong: ['there is no order behind the payment page'], waits: life.waits }

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
    const asSeen = await seen()
    const sent = { ...asSeen, tracking: trackingOf(story), sanctions: 'yes' } as const
    await insist((app) => fulfillOrder(app, sent))
  }
  const wrong = await checkStory(world, story, { orderId: order.id, quote, isPaid })
  return { wrong, waits: life.waits }
}

/** Pressed again after no answer came: the screen tells that the order is cancelled. */
function isDoneAlready(error: unknown): void {
  if (!(error instanceof AppError) || error.status !== 409) throw error
}
