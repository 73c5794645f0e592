import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { honorPrice } from '#app/.server/refunds/commands/honor-price.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { ordersToDecide } from '#app/.server/refunds/queries/withdrawal.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { fallbackSource } from '#app/domain/gold-price/gold-price.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { payment, seenByStaff } from '#tests/support/orders.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { closeVoidOrders } from './close-void-orders.ts'

const by = 'ann@example.com'
const cart = [{ productId: '7', size: 'Small', quantity: 1 }]

/** `pick` chooses among what there is by then: a quote, an order, a price. */
const pick = fc.nat({ max: 40 })
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('price' as const), cents: fc.integer({ min: 12_500, max: 13_500 }) }),
  fc.record({
    do: fc.constantFrom('quote', 'checkout', 'pay', 'honor', 'send', 'close', 'withdraw'),
    pick,
  }),
  fc.record({ do: fc.constantFrom('withdraw later', 'stop', 'resume'), pick }),
  fc.record({ do: fc.constantFrom('checkout', 'pay'), pick }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** A refusal is an answer; anything else is a bug. */
async function unlessRefused(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}

function at<T>(all: readonly T[], index: number): T | undefined {
  return all[index % Math.max(1, all.length)]
}

async function take(
  shop: AppContext,
  step: Step,
  quotes: QuoteResponse[],
  becomes: (perGram: string) => Promise<void>,
): Promise<void> {
  const { orm } = shop.db
  if (step.do === 'price') return becomes((step.cents / 100).toFixed(2))
  const { pick: index } = step as { pick: number }
  const order = at(await orm.select().from(orders).orderBy(orders.createdAt, orders.id), index)
  switch (step.do) {
    case 'quote':
      quotes.push(await quoteCart(shop, cart))
      return
    case 'checkout': {
      const quote = at(quotes, index)
      if (quote) await unlessRefused(placeOrder(shop, checkout(quote)))
      return
    }
    case 'pay':
      if (order) await applyPaymentEvent(shop, payment(order))
      return
    case 'honor':
      if (order) {
        const seen = await seenByStaff(shop, order)
        await unlessRefused(honorPrice(shop, { ...seen, reason: 'Our mistake.' }))
      }
      return
    case 'send':
      if (order) await sends(shop, order.id)
      return
    case 'close':
      await closeVoidOrders(shop)
      return
    case 'stop':
      await stopSelling(shop, { by, message: index % 2 ? 'Back soon.' : '' })
      return
    case 'resume':
      await resumeSelling(shop, { by })
      return
    default: {
      const prices = await orm.select().from(goldPriceHistory).orderBy(goldPriceHistory.id)
      const from = at(prices, index)?.id ?? 1
      const until = step.do === 'withdraw' ? from : (prices.at(-1)?.id ?? from)
      await unlessRefused(withdrawGoldPrice(shop, { from, until, by, reason: 'Wrong.' }))
    }
  }
}

/** What waits for a decision is never sent. */
async function sends(shop: AppContext, id: string): Promise<void> {
  const seen = await readyToSend(shop, { id })
  const [before] = (await shop.db.orm.select().from(orders)).filter((order) => order.id === id)
  const refused = await unlessRefused(recordShipment(shop, { ...seen, tracking: `UPS ${id}` }))
  if (before?.state === 'paid') expect(refused === null).toBe(!awaitsPriceDecision(before))
}

async function check(shop: AppContext): Promise<void> {
  const { orm } = shop.db
  const prices = await orm.select().from(goldPriceHistory).orderBy(goldPriceHistory.id)
  const last = prices.findLast(({ status }) => status === 'accepted')
  const now = await currentGoldPrice(shop, { mustBeFresh: true })
  expect(now.goldPriceId).toBe(last?.id ?? null)
  expect(now.gold.source === fallbackSource).toBe(last === undefined)
  if (last) expect(now.gold.perGram).toBe(Math.round(Number(last.pricePerGram) * 10_000))
  const withdrawn = new Set(prices.filter((row) => row.status === 'withdrawn').map(({ id }) => id))
  const all = await orm.select().from(orders)
  for (const order of all) {
    const isAtWithdrawn = order.goldPriceId !== null && withdrawn.has(order.goldPriceId)
    const isOpen = ['pending', 'paid', 'fulfilled'].includes(order.state)
    if (isOpen) expect(order.priceWithdrawnAt !== null).toBe(isAtWithdrawn)
    expect(order.needsReview).toBe(awaitsPriceDecision(order) || order.holdReason !== null)
  }
  const waiting = all.filter(awaitsPriceDecision).map(({ id }) => id)
  const listed = (await ordersToDecide(orm)).list.map(({ id }) => id)
  expect(listed.toSorted()).toEqual(waiting.toSorted())
}

onBothDatabases('prices, withdrawals and stops in any order', (open) => {
  it('leave the right price, every order at a withdrawn one marked, and none of them open or sent unseen [WITHDRAW-02, WITHDRAW-03, STOP-02]', async () => {
    const steps = fc.array(anyStep, { minLength: 20, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { shop, goldBecomes, pass } = await sellingShop(await open())
        const quotes: QuoteResponse[] = []
        for (const step of all) {
          pass(0.1)
          await take(shop, step, quotes, goldBecomes)
          await check(shop)
        }
        await closeVoidOrders(shop)
        const left = (await shop.db.orm.select().from(orders)).filter(
          ({ state, holdReason }) => state === 'pending' && holdReason === null,
        )
        expect(left.filter(({ priceWithdrawnAt }) => priceWithdrawnAt !== null)).toEqual([])
        if (await storedSellingStop(shop.db.orm)) expect(left).toEqual([])
      }),
      { numRuns: draws(4), endOnFailure: true },
    )
  })
})
