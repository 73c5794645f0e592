import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { orderHistory, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { heldOrder, paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import type { RefundOrDisputeEvent } from '../gateway/payment-event.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

type Order = Parameters<typeof payment>[0]

const refund = (order: Order, more: Partial<RefundOrDisputeEvent> = {}): RefundOrDisputeEvent => ({
  id: `refund-${order.id}`,
  provider: order.paymentProvider,
  livemode: order.livemode,
  type: 'refunded',
  about: { payment: `pay-${order.id}`, orderId: order.id },
  amount: cents(1000),
  currency: 'usd',
  reference: `pay-${order.id}`,
  email: null,
  address: null,
  occurredAt: new Date('2026-03-11T16:00:00Z'),
  payload: {},
  ...more,
})

onBothDatabases('payment events that come in another order than things happened', (open) => {
  it('a refund before its payment waits for it, and counts with it [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    expect(await applyPaymentEvent(shop, refund(order))).toMatchObject({ outcome: 'deferred' })
    expect(await storedOrder(shop, order.id)).toMatchObject({
      order: { state: 'pending' },
      balance: { refunded: 0, paid: 0 },
    })
    // Only with the payment: what else is reported of the page leaves it waiting.
    const declined = payment(order, { id: 'declined', type: 'declined' })
    await applyPaymentEvent(shop, declined)
    const applied = await applyPaymentEvent(shop, payment(order))
    expect(applied).toMatchObject({ outcome: 'applied', order: { state: 'paid' } })
    expect(await storedOrder(shop, order.id)).toMatchObject({
      order: { state: 'paid' },
      balance: { refunded: 1000, due: 0, refundable: order.totalCents - 1000 },
    })
    const events = await shop.db.orm
      .select({
        type: paymentEvents.type,
        outcome: paymentEvents.outcome,
        of: paymentEvents.orderId,
      })
      .from(paymentEvents)
      .orderBy(paymentEvents.type)
    expect(events).toEqual([
      { type: 'declined', outcome: 'ignored', of: order.id },
      { type: 'paid', outcome: 'applied', of: order.id },
      { type: 'refunded', outcome: 'updated', of: order.id },
    ])
    expect(await applyPaymentEvent(shop, refund(order))).toMatchObject({
      outcome: 'repeated',
      order: { id: order.id },
    })
  })

  it('a payment that is on its way is marked with its time, then pays [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const processing = payment(order, { id: 'processing', type: 'processing' })
    expect(await applyPaymentEvent(shop, processing)).toMatchObject({ outcome: 'updated' })
    expect(await storedOrder(shop, order.id)).toMatchObject({
      order: { state: 'pending', paymentProcessingAt: shop.now() },
      balance: { paid: 0 },
    })
    await applyPaymentEvent(shop, payment(order))
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
  })

  it('what another page of the order reports closes nothing, and its payment counts [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const about = { session: 'another', orderId: order.id }
    const expired = payment(order, { id: 'expired', type: 'expired', about })
    expect(await applyPaymentEvent(shop, expired)).toMatchObject({ outcome: 'ignored' })
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    expect(await applyPaymentEvent(shop, payment(order, { about }))).toMatchObject({
      outcome: 'applied',
    })
    const own = await pendingOrder(shop)
    const itself = payment(own, { id: 'own', type: 'expired' })
    expect(await applyPaymentEvent(shop, itself)).toMatchObject({ outcome: 'applied' })
  })

  it('a second payment of an order on hold adds its reason; staff are told in the log [ORDER-06]', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const { shop } = await sellingShop(await open(), { log })
    const held = await heldOrder(shop)
    const second = payment(held, { id: 'second', reference: 'other', amount: cents(5) })
    expect(await applyPaymentEvent(shop, second)).toMatchObject({ outcome: 'on hold' })
    const { order } = await storedOrder(shop, held.id)
    expect(order.holdReason).toContain(held.holdReason)
    expect(order.holdReason).toContain('A payment of $0.05 USD')
    const stray = payment(held, { id: 'stray', about: { session: 'of nobody' }, reference: null })
    await applyPaymentEvent(shop, stray)
    await applyPaymentEvent(shop, payment(await pendingOrder(shop), { id: 'fine' }))
    const said = lines.map((line) => JSON.parse(line)).filter(({ event }) => event)
    expect(said).toMatchObject([
      { level: 50, outcome: 'on hold', order: held.number },
      { level: 50, event: 'second', type: 'paid', outcome: 'on hold', order: held.number },
      { level: 50, event: 'stray', outcome: 'unknown order' },
      { level: 30, event: 'fine', outcome: 'applied' },
    ])
  })

  it('a refund of a paid order is written once, to the order and its history [ORDER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    for (const _time of [1, 2]) await applyPaymentEvent(shop, refund(order))
    expect(await storedOrder(shop, order.id)).toMatchObject({
      order: { state: 'paid' },
      balance: { refunded: 1000 },
    })
    const history = await shop.db.orm
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, order.id))
    expect(history).toHaveLength(3)
  })
})
