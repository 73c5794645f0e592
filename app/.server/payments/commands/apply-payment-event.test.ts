import { and, asc, eq, like } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import {
  emailOutbox,
  orderHistory,
  orders,
  paymentEvents,
} from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { checkoutEffect } from '#app/domain/payments/checkout-effect.ts'
import { checkoutEventTypes } from '#app/domain/payments/payment-event.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import type { CheckoutSessionEvent } from '../gateway/payment-event.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { cancelOrder } from './cancel-order.ts'
import { expireOrders } from './expire-orders.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const address = {
  name: 'Ada Buyer',
  line1: '1000 Example Street',
  line2: '',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

async function pendingOrder(app: AppContext) {
  const { url } = await placeOrder(app, checkout(await quoteCart(app, [small])))
  const [order] = (await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!order?.paymentSession) throw new Error('no order was placed')
  return { ...order, session: order.paymentSession }
}
type Placed = Awaited<ReturnType<typeof pendingOrder>>

function event(order: Placed, more: Partial<CheckoutSessionEvent> = {}): CheckoutSessionEvent {
  return {
    id: `paid-${order.id}`,
    provider: 'test',
    livemode: false,
    type: 'paid',
    about: { session: order.session },
    amount: cents(order.totalCents),
    currency: 'usd',
    email: 'ada@example.com',
    address,
    reference: `pay-${order.id}`,
    payload: { from: 'a test' },
    ...more,
  }
}

onBothDatabases('a payment event', (open) => {
  const stored = async (app: AppContext, { id }: Placed) => {
    const orm = app.db.orm
    const [order] = (await orm?.select().from(orders).where(eq(orders.id, id))) ?? []
    const history = await orm
      ?.select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, id))
      .orderBy(asc(orderHistory.id))
    const events = await orm?.select().from(paymentEvents).where(eq(paymentEvents.orderId, id))
    return { order, history: history ?? [], events: events ?? [] }
  }

  it('pays its order once, with who paid and where it goes, and is kept [ORDER-02, ORDER-05, PAY-18]', async () => {
    const { shop } = await sellingShop(await open())
    const placed = await pendingOrder(shop)
    expect(await applyPaymentEvent(shop, event(placed))).toMatchObject({
      outcome: 'applied',
      order: { id: placed.id, state: 'paid' },
    })
    const { order, history, events } = await stored(shop, placed)
    expect(order).toMatchObject({
      state: 'paid',
      email: 'ada@example.com',
      shippingAddress: address,
      paymentReference: `pay-${placed.id}`,
      paidAt: shop.now(),
      holdReason: null,
    })
    expect(history.map((row) => [row.fromState, row.toState, row.by])).toEqual([
      [null, 'pending', 'shopper'],
      ['pending', 'paid', 'payment provider (test)'],
    ])
    expect(events).toMatchObject([
      {
        type: 'paid',
        outcome: 'applied',
        amountCents: placed.totalCents,
        payload: { from: 'a test' },
      },
    ])
  })

  it('says which payment page it came from, where the answer that named it was lost [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const lost = await pendingOrder(shop)
    const kept = await pendingOrder(shop)
    await shop.db.orm.update(orders).set({ paymentSession: null }).where(eq(orders.id, lost.id))
    for (const order of [lost, kept]) {
      const about = { session: `late-${order.id}`, orderId: order.id }
      await applyPaymentEvent(shop, event(order, { about }))
    }
    expect((await stored(shop, lost)).order?.paymentSession).toBe(`late-${lost.id}`)
    expect((await stored(shop, kept)).order?.paymentSession).toBe(kept.session)
  })

  it('delivered a dozen times at once still pays once [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const placed = await pendingOrder(shop)
    const applied = await Promise.all(
      Array.from({ length: 12 }, () => applyPaymentEvent(shop, event(placed))),
    )
    expect(applied.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
    expect(applied.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(11)
    const { history, events } = await stored(shop, placed)
    expect([history.length, events.length]).toEqual([2, 1])
  })

  it('is found by the order’s own id too, and never pays an order of another provider [ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const placed = await pendingOrder(shop)
    const foreign = event(placed, { id: 'from-elsewhere', provider: 'stripe' })
    expect(await applyPaymentEvent(shop, foreign)).toEqual({
      outcome: 'unknown order',
      order: null,
    })
    const byId = event(placed, { about: { orderId: placed.id } })
    expect(await applyPaymentEvent(shop, byId)).toMatchObject({ outcome: 'applied' })
    const all = await shop.db.orm.select().from(paymentEvents).orderBy(asc(paymentEvents.id))
    expect(all).toMatchObject([
      { id: 'from-elsewhere', orderId: null, outcome: 'unknown order' },
      { orderId: placed.id, outcome: 'applied' },
    ])
  })

  it('of another sum or currency is recorded and holds the order, which is never marked paid [ORDER-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    for (const wrong of [{ amount: cents(1) }, { currency: 'eur' }, { amount: null }]) {
      const placed = await pendingOrder(shop)
      expect(await applyPaymentEvent(shop, event(placed, wrong))).toMatchObject({
        outcome: 'on hold',
      })
      const { order, history, events } = await stored(shop, placed)
      expect(order).toMatchObject({ state: 'pending', paidAt: null })
      expect(order?.holdReason).toMatch(/^A payment of .* arrived, but \$[\d,.]+ USD was due\.$/)
      expect(history.at(-1)).toMatchObject({ toState: 'pending', why: order?.holdReason })
      // Who paid and by what payment is kept, so that a person can accept it or give it back.
      expect(events).toMatchObject([
        {
          outcome: 'on hold',
          reference: `pay-${placed.id}`,
          email: 'ada@example.com',
          shippingAddress: address,
        },
      ])
    }
    // What is held waits for staff, whatever the clock says.
    pass(60)
    expect(await expireOrders(shop)).toBe(0)
  })

  it('that comes after expiry or cancellation is recorded and held, never paid, and its buyer is told [ORDER-06, MAIL-25]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const cancelled = await pendingOrder(shop)
    await cancelOrder(shop, cancelled.id, {
      actor: 'shopper',
      by: 'shopper',
      why: 'Changed their mind.',
    })
    const expired = await pendingOrder(shop)
    pass(36)
    expect(await expireOrders(shop)).toBe(1)
    expect(await expireOrders(shop)).toBe(0)
    for (const placed of [cancelled, expired]) {
      expect(await applyPaymentEvent(shop, event(placed))).toMatchObject({ outcome: 'on hold' })
      const { order } = await stored(shop, placed)
      expect(order?.state).toBe(placed === cancelled ? 'cancelled' : 'expired')
      expect(order?.holdReason).toMatch(/arrived after the order had (been canceled|expired)\./)
      expect(order?.paidAt).toBeNull()
      expect(order?.email).toBe('ada@example.com')
      await sendEmail(shop)
      const sent = await shop.db.orm
        .select()
        .from(emailOutbox)
        .where(and(eq(emailOutbox.orderId, placed.id), like(emailOutbox.kind, '%-buyer')))
      expect(sent.map(({ kind }) => kind)).toEqual(['order-payment-extra-buyer'])
      expect(sent[0]?.text).toContain('so nothing will ship.')
      expect(sent[0]?.text).toMatch(
        /We received \$[\d,.]+\. We’re reviewing your refund and will email you\./,
      )
    }
  })

  it('late, but before the order ran out here, still pays it [ORDER-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const placed = await pendingOrder(shop)
    pass(50)
    expect(await applyPaymentEvent(shop, event(placed))).toMatchObject({ outcome: 'applied' })
    expect(await expireOrders(shop)).toBe(0)
    expect((await stored(shop, placed)).order?.state).toBe('paid')
  })

  it('leaves exactly one paid order, however events are shuffled and repeated [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    // What a provider reports of one payment that succeeded in the end.
    const story = (placed: Placed) => [
      event(placed, { id: `declined-1-${placed.id}`, type: 'declined', reference: null }),
      event(placed, { id: `declined-2-${placed.id}`, type: 'declined', reference: null }),
      event(placed),
      event(placed, { id: `paid-again-${placed.id}` }),
    ]
    const deliveries = fc
      .array(fc.nat({ max: 3 }), { maxLength: 6 })
      .chain((more) => fc.shuffledSubarray([0, 1, 2, 3, ...more], { minLength: 4 + more.length }))
    await fc.assert(
      fc.asyncProperty(deliveries, fc.boolean(), async (order, atOnce) => {
        const placed = await pendingOrder(shop)
        const all = story(placed)
        const tell = (index: number) => {
          const next = all[index]
          return next ? applyPaymentEvent(shop, next) : Promise.resolve()
        }
        if (atOnce) await Promise.all(order.map(tell))
        else for (const index of order) await tell(index)
        const { order: row, history, events } = await stored(shop, placed)
        expect(row).toMatchObject({ state: 'paid', holdReason: null })
        expect(history.filter((step) => step.toState === 'paid')).toHaveLength(1)
        expect(events.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
      }),
      { numRuns: draws(5) },
    )
  })

  it('of any kind, in any order, does what the table of effects says, each event once [ORDER-05, ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const anyEvent = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      type: fc.constantFrom(...checkoutEventTypes),
      isRight: fc.boolean(),
      reference: fc.constantFrom('one', 'two'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 10 }), async (all) => {
        const placed = await pendingOrder(shop)
        let state: Placed['state'] = 'pending'
        let reference: string | null = null
        let held = false
        const seen = new Set<number>()
        const heldPayments = new Set<string>()
        for (const { id, isRight, ...rest } of all) {
          const amount = cents(isRight ? placed.totalCents : placed.totalCents - 1)
          const next = event(placed, { ...rest, id: `${id}-${placed.id}`, amount })
          const { outcome } = await applyPaymentEvent(shop, next)
          if (seen.has(id)) {
            expect(outcome).toBe('repeated')
            continue
          }
          seen.add(id)
          const effect = checkoutEffect(
            {
              state,
              payBy: 'card',
              total: cents(placed.totalCents),
              withTax: false,
              pageTax: null,
              received: cents(0),
              paid: cents(0),
              returned: cents(0),
              currency: 'usd',
              reference,
            },
            next,
          )
          // One payment, or its failure, that several events report is held once [STORM-03].
          const payment = `${next.type} ${next.reference} ${amount}`
          const isKnown = effect.outcome === 'on hold' && heldPayments.has(payment)
          expect(outcome).toBe(isKnown ? 'ignored' : effect.outcome)
          if (effect.outcome === 'on hold') heldPayments.add(payment)
          held ||= effect.outcome === 'on hold'
          if (effect.outcome === 'applied') {
            state = effect.becomes
            if (state === 'paid') reference = next.reference
          }
        }
        const { order, history, events } = await stored(shop, placed)
        expect(order).toMatchObject({ state, paymentReference: reference })
        expect(order?.holdReason !== null).toBe(held)
        expect(events).toHaveLength(seen.size)
        const steps = history.filter((step) => step.fromState !== step.toState)
        expect(steps).toHaveLength(state === 'pending' ? 1 : 2)
      }),
      { numRuns: draws(8) },
    )
  })
})
