import { eq } from 'drizzle-orm'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { Purchase } from './purchase.ts'
import { act, count, type Scene } from './scene.ts'

const empty = {
  intents: [],
  waiting: [],
  told: [],
  isAccepted: false,
  isRefundAsked: false,
  isRefundedUnawares: false,
  entries: [],
  mark: '',
}

/** A cart of some lines goes to pay; now and then the price changes before, or it is asked for twice. */
export async function goesToPay(scene: Scene): Promise<void> {
  const { drawn, world } = scene
  const { below, oneOf, percent } = drawn
  const lines = Array.from({ length: 1 + below(3) }, (_, position) => ({
    // No piece twice: the cart would have put them together.
    productId: String(5 + ((below(3) + position * 3) % 8)),
    size: oneOf(['Small', 'Large']),
    quantity: 1 + below(3),
  }))
  const quote = await act(scene, (app) => quoteCart(app, lines))
  if (!quote) return
  if (percent(5)) await world.goldBecomes(1_250_000 + below(100_000))
  const payBy: PayBy = quote.bank ? oneOf(['card', 'card', 'debit', 'wire', 'wire']) : 'card'
  const amount = Number(payBy === 'card' ? quote.total : quote.bank?.total)
  const request = { quote: quote.quote, amount, payBy }
  const placed = await act(scene, (app) => placeOrder(app, request))
  // Whoever got no answer tries once more, or not.
  const again = placed && percent(90) ? placed : await act(scene, (app) => placeOrder(app, request))
  if (!again) return
  const [order] = await world.shop.db.orm
    .select()
    .from(orders)
    .where(eq(orders.paymentUrl, again.url))
  if (!order?.paymentSession) throw new Error(`no order behind ${again.url}`)
  scene.placed += 1
  count(scene, `ordered, by ${payBy}`)
  scene.open.push({
    ...structuredClone(empty),
    index: scene.placed,
    payBy,
    order: {
      id: order.id,
      number: order.number,
      session: order.paymentSession,
      total: order.totalCents,
    },
    customer: order.paymentCustomer,
    left: 6 + below(14),
  })
}

/** Money that no order was placed for, often of the very sum of one. */
export function paysWithoutOrder(scene: Scene): Purchase {
  const { drawn, stripe, open } = scene
  const like = open.filter(({ order }) => order !== null)
  const amount = drawn.percent(60) ? drawn.oneOf(like)?.order?.total : undefined
  const purchase: Purchase = {
    ...structuredClone(empty),
    index: 0,
    order: null,
    payBy: 'card',
    customer: null,
    left: 4 + drawn.below(6),
  }
  stripe.payWithoutOrder(purchase, amount ?? 5000 + drawn.below(500_000))
  open.push(purchase)
  return purchase
}
