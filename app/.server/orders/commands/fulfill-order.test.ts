import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sendMail } from '#app/.server/mail/jobs/send-mail.ts'
import { orderMails } from '#app/.server/mail/queries/order-mails.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/staff-cancel-order.ts'
import type { PaymentGateway } from '#app/.server/payments/gateway/payment-gateway.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { beforeTransaction, onBothDatabases } from '#tests/support/databases.ts'
import { heldOrder, paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { correctTracking, fulfillOrder } from './fulfill-order.ts'

const ann = 'ann@example.com'
const bob = 'bob@example.com'

onBothDatabases('an order that leaves the house', (open) => {
  it('is marked as fulfilled with its tracking, by whom and when, once [ORDER-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    pass(60)
    const deed = { id, by: ann, tracking: 'USPS 9400 1000' }
    await Promise.all([fulfillOrder(shop, deed), fulfillOrder(shop, deed)])
    await fulfillOrder(shop, deed)
    const { order, history, events } = await storedOrder(shop, id)
    expect(order).toMatchObject({
      state: 'fulfilled',
      tracking: 'USPS 9400 1000',
      updatedAt: shop.now(),
    })
    expect(history.slice(2)).toMatchObject([
      {
        fromState: 'paid',
        toState: 'fulfilled',
        by: ann,
        at: shop.now(),
        why: 'Sent. Tracking: USPS 9400 1000',
      },
    ])
    expect(events).toMatchObject([{ actorId: ann, action: 'order.fulfilled', at: shop.now() }])
  })

  it('by two people at once goes one way, and the second is told who was first [ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const both = await Promise.allSettled([
      fulfillOrder(shop, { id, by: ann, tracking: 'one' }),
      fulfillOrder(shop, { id, by: bob, tracking: 'two' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { order, history, events } = await storedOrder(shop, id)
    const first = order.tracking === 'one' ? ann : bob
    const refused = both.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      status: 409,
      message: `This order was marked as fulfilled (by ${first}). Nothing was changed.`,
    })
    expect([history.length, events.length]).toEqual([3, 1])
  })

  it('is refused in a sentence unless it is paid and nothing is held [ORDER-02, ORDER-06, ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const sent = (id: string) => refusal(fulfillOrder(shop, { id, by: ann, tracking: 'x' }))
    const pending = await pendingOrder(shop)
    expect(await sent(pending.id)).toMatchObject({
      status: 409,
      message: 'This order is still to be paid. Nothing was changed.',
    })
    const cancelled = await pendingOrder(shop)
    await staffCancelOrder(shop, { id: cancelled.id, by: bob, reason: 'Asked to by telephone.' })
    expect((await sent(cancelled.id)).message).toBe(
      'This order was cancelled (by bob@example.com). Nothing was changed.',
    )
    const twice = await paidOrder(shop)
    await applyPaymentEvent(shop, payment(twice, { id: 'second', reference: 'another' }))
    expect((await sent(twice.id)).code).toBe('order_held')
    expect((await sent('nobody')).status).toBe(404)
    for (const { id, state } of [pending, twice]) {
      const { order, events } = await storedOrder(shop, id)
      expect(order).toMatchObject({ state, tracking: null })
      expect(events).toEqual([])
    }
  })

  it('can have its tracking corrected, unless somebody else did meanwhile [ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const early = refusal(
      correctTracking(shop, { id, by: ann, tracking: 'x', was: '', mail: false }),
    )
    expect((await early).code).toBe('order_moved')
    await fulfillOrder(shop, { id, by: ann, tracking: 'wrong' })
    await correctTracking(shop, { id, by: bob, tracking: 'right', was: 'wrong', mail: false })
    const late = await refusal(
      correctTracking(shop, { id, by: ann, tracking: 'other', was: 'wrong', mail: true }),
    )
    expect(late.message).toBe(
      'Somebody else changed the tracking meanwhile. It is now: right. Nothing was changed.',
    )
    const { order, history, events } = await storedOrder(shop, id)
    expect(order).toMatchObject({ state: 'fulfilled', tracking: 'right' })
    expect(history.at(-1)).toMatchObject({
      fromState: 'fulfilled',
      toState: 'fulfilled',
      by: bob,
      why: 'Tracking corrected from wrong to right',
    })
    expect(events.map(({ action }) => action)).toEqual([
      'order.fulfilled',
      'order.tracking_corrected',
    ])
  })
})

onBothDatabases('a corrected tracking', (open) => {
  it('is mailed to the buyer where staff ask for it, each correction once [MAIL-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    await fulfillOrder(shop, { id, by: ann, tracking: 'one' })
    const correct = (was: string, tracking: string, mail: boolean) =>
      correctTracking(shop, { id, by: ann, was, tracking, mail })
    const queued = async () =>
      (await orderMails(shop, id)).filter(({ kind }) => kind === 'order-tracking-buyer')
    await correct('one', 'two', false)
    expect(await queued()).toHaveLength(0)
    await correct('two', 'UPS 1Z999AA10123456784', true)
    // The same one again, as by a button pressed twice, corrects nothing and mails nothing.
    await correct('two', 'UPS 1Z999AA10123456784', true)
    expect(await queued()).toHaveLength(1)
    await sendMail(shop)
    const [mail] = await queued()
    expect(mail).toMatchObject({ recipient: 'ada@example.com', state: 'kept' })
    expect(mail?.text).toContain('Tracking: UPS 1Z999AA10123456784')
    expect(mail?.text).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    await correct('UPS 1Z999AA10123456784', 'three', true)
    expect(await queued()).toHaveLength(2)
  })
})

onBothDatabases('an order that staff cancel', (open) => {
  it('is one still to be paid, with nothing held, and the reason stays [ORDER-02, ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const cancelled = (id: string) => staffCancelOrder(shop, { id, by: ann, reason: 'A mistake.' })
    const { id } = await pendingOrder(shop)
    await cancelled(id)
    const { order, history, events } = await storedOrder(shop, id)
    expect(order.state).toBe('cancelled')
    expect(history.at(-1)).toMatchObject({ toState: 'cancelled', by: ann, why: 'A mistake.' })
    expect(events).toMatchObject([
      { actorId: ann, action: 'order.canceled', facts: { reason: 'A mistake.' } },
    ])
    expect((await refusal(cancelled(id))).code).toBe('order_moved')
    expect((await refusal(cancelled((await paidOrder(shop)).id))).message).toBe(
      'This order is paid. Nothing was changed.',
    )
    expect((await refusal(cancelled((await heldOrder(shop)).id))).code).toBe('order_held')
  })

  it('has a page closed that was stored between the call and the cancelling [ORDER-07]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const closed: string[] = []
    const payments: PaymentGateway = {
      ...testPayments(shop),
      provider: 'stripe',
      closeSession: async (session) => {
        closed.push(session)
        return 'unknown'
      },
    }
    const { id, paymentSession } = await pendingOrder({ ...shop, payments })
    await db.orm.update(orders).set({ paymentSession: null }).where(eq(orders.id, id))
    let transactions = 0
    const racing = beforeTransaction(db, async () => {
      transactions += 1
      // The first one looks whether it may be cancelled, the second one cancels.
      if (transactions !== 2) return
      await db.orm.update(orders).set({ paymentSession }).where(eq(orders.id, id))
    })
    const asked = { id, by: ann, reason: 'A mistake.' }
    await staffCancelOrder({ ...shop, payments, db: racing }, asked)
    expect(closed).toEqual([paymentSession])
    const { order, events } = await storedOrder(shop, id)
    expect(order.state).toBe('cancelled')
    expect(events).toHaveLength(1)
  })
})
