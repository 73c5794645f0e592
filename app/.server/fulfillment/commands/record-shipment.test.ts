import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cancelOrder, staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import type { PaymentGateway } from '#app/.server/payments/gateway/payment-gateway.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { beforeTransaction, onBothDatabases } from '#tests/support/databases.ts'
import {
  heldOrder,
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { correctTracking, recordShipment } from './record-shipment.ts'

const ann = 'ann@example.com'
const bob = 'bob@example.com'

onBothDatabases('an order that is sent', (open) => {
  it('is marked as fulfilled with its tracking, by whom and when, once [ORDER-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    pass(60)
    const sent = { ...(await readyToSend(shop, { id })), tracking: 'USPS 9400 1000' }
    await Promise.all([recordShipment(shop, sent), recordShipment(shop, sent)])
    await recordShipment(shop, sent)
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
        actor: 'staff',
        by: ann,
        at: shop.now(),
        why: 'Recipient screened against sanctions lists. Shipped. Tracking: USPS 9400 1000',
      },
    ])
    expect(events).toMatchObject([{ actorId: ann, action: 'order.fulfilled', at: shop.now() }])
  })

  it('by two people at once goes one way, and the second is told who was first [ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const seen = await readyToSend(shop, { id })
    const both = await Promise.allSettled([
      recordShipment(shop, { ...seen, tracking: 'one' }),
      recordShipment(shop, { ...seen, by: bob, tracking: 'two' }),
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
    const sent = async (order: { id: string }) =>
      refusal(recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'x' }))
    const pending = await pendingOrder(shop)
    expect(await sent(pending)).toMatchObject({
      status: 409,
      message: 'This order hasn’t been paid yet. Nothing was changed.',
    })
    const cancelled = await pendingOrder(shop)
    const reason = 'Asked to by telephone.'
    await staffCancelOrder(shop, { ...(await seenByStaff(shop, cancelled, bob)), reason })
    expect((await sent(cancelled)).message).toBe(
      'This order was canceled (by bob@example.com). Nothing was changed.',
    )
    const twice = await paidOrder(shop)
    await applyPaymentEvent(shop, payment(twice, { id: 'second', reference: 'another' }))
    expect((await sent(twice)).code).toBe('order_on_hold')
    const nobody = { id: 'nobody', revision: 1, by: ann, tracking: 'x', sanctions: 'yes' } as const
    expect((await refusal(recordShipment(shop, nobody))).status).toBe(404)
    for (const { id, state } of [pending, twice]) {
      const { order, events } = await storedOrder(shop, id)
      expect(order).toMatchObject({ state, tracking: null })
      expect(events).toEqual([])
    }
  })

  it('can have its tracking corrected, unless somebody else did in the meantime [ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const paid = await readyToSend(shop, { id })
    const early = refusal(correctTracking(shop, { ...paid, parcel: 1, tracking: 'x', mail: false }))
    expect((await early).code).toBe('order_moved')
    await recordShipment(shop, { ...paid, tracking: 'wrong' })
    const [{ id: parcel = 0 } = {}] = await parcelsOfOrder(shop.db.orm, id)
    const seen = { ...(await seenByStaff(shop, { id })), parcel }
    await correctTracking(shop, { ...seen, by: bob, tracking: 'right', mail: false })
    const late = await refusal(correctTracking(shop, { ...seen, tracking: 'other', mail: true }))
    expect(late).toMatchObject({
      code: 'order_changed',
      status: 409,
      message:
        'This order has changed since it was shown: Tracking corrected from wrong to right (by bob@example.com). Nothing was changed.',
    })
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

onBothDatabases('an order that changed since staff saw it', (open) => {
  it('is left as it is, and staff are told what happened in between [ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { id } = order
    const seen = await readyToSend(shop, { id })
    await applyPaymentEvent(shop, {
      ...payment(order, { id: `refund-${id}` }),
      type: 'refunded',
      amount: cents(order.totalCents - 1),
      reference: order.paymentReference ?? '',
      occurredAt: shop.now(),
    })
    const refused = await refusal(recordShipment(shop, { ...seen, tracking: 'UPS 1' }))
    expect(refused).toMatchObject({ code: 'order_changed', status: 409 })
    expect(refused.message).toMatch(
      /^This order has changed since it was shown: \$.* was refunded\. \$.* of the payment remains\. \(by payment provider \(test\)\)\. Nothing was changed\.$/,
    )
    const { order: after, events } = await storedOrder(shop, id)
    expect(after).toMatchObject({ state: 'paid', tracking: null, revision: seen.revision + 1 })
    expect(events).toEqual([])
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'UPS 1' })
    expect((await storedOrder(shop, id)).order.state).toBe('fulfilled')
  })
})

onBothDatabases('a corrected tracking', (open) => {
  it('is mailed to the buyer where staff ask for it, each correction once [MAIL-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'one' })
    const [{ id: parcel = 0 } = {}] = await parcelsOfOrder(shop.db.orm, id)
    const correct = async (tracking: string, email: boolean) =>
      correctTracking(shop, { ...(await seenByStaff(shop, { id })), parcel, tracking, mail: email })
    const queued = async () =>
      (await orderEmails(shop, id)).filter(({ kind }) => kind === 'order-tracking-buyer')
    await correct('two', false)
    expect(await queued()).toHaveLength(0)
    await correct('UPS 1Z999AA10123456784', true)
    // The same one again, as by a button pressed twice, corrects nothing and emails nothing.
    await correct('UPS 1Z999AA10123456784', true)
    expect(await queued()).toHaveLength(1)
    await sendEmail(shop)
    const [email] = await queued()
    expect(email).toMatchObject({ recipient: 'ada@example.com', state: 'kept' })
    expect(email?.text).toContain('Tracking: UPS 1Z999AA10123456784')
    expect(email?.text).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    await correct('three', true)
    expect(await queued()).toHaveLength(2)
  })
})

onBothDatabases('an order that staff cancel', (open) => {
  it('is one still to be paid, with nothing held, and the reason stays [ORDER-02, ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const cancelled = async (order: { id: string }) =>
      staffCancelOrder(shop, { ...(await seenByStaff(shop, order)), reason: 'A mistake.' })
    const { id } = await pendingOrder(shop)
    await cancelled({ id })
    const { order, history, events } = await storedOrder(shop, id)
    expect(order.state).toBe('cancelled')
    expect(history.at(-1)).toMatchObject({ toState: 'cancelled', by: ann, why: 'A mistake.' })
    expect(events).toMatchObject([
      { actorId: ann, action: 'order.canceled', facts: { reason: 'A mistake.' } },
    ])
    expect((await refusal(cancelled({ id }))).code).toBe('order_moved')
    expect((await refusal(cancelled(await paidOrder(shop)))).message).toBe(
      'This order is paid. Nothing was changed.',
    )
    expect((await refusal(cancelled(await heldOrder(shop)))).code).toBe('order_on_hold')
  })

  it('stays as it is where a payment that does not fit came with the closing of its session [ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const payments: PaymentGateway = { ...testPayments(shop), provider: 'stripe' }
    const cancels = [
      (app: AppContext, order: PlacedOrder) =>
        cancelOrder(app, order.id, { actor: 'shopper', by: 'shopper', why: 'No.' }),
      async (app: AppContext, order: PlacedOrder) =>
        (
          await refusal(
            staffCancelOrder(app, { ...(await seenByStaff(app, order)), reason: 'No.' }),
          )
        ).code,
    ]
    const answers: unknown[] = []
    for (const cancel of cancels) {
      const order = await pendingOrder({ ...shop, payments })
      const closeSession = async () => payment(order, { amount: cents(1) })
      answers.push(await cancel({ ...shop, payments: { ...payments, closeSession } }, order))
      const { order: after, history } = await storedOrder(shop, order.id)
      expect(after).toMatchObject({
        state: 'pending',
        holdReason: expect.stringContaining('$0.01'),
      })
      expect(history.map(({ toState }) => toState)).toEqual(['pending', 'pending'])
    }
    expect(answers).toEqual(['pending', 'order_on_hold'])
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
      // The first one looks whether it may be canceled, the second one cancels.
      if (transactions !== 2) return
      await db.orm.update(orders).set({ paymentSession }).where(eq(orders.id, id))
    })
    const request = { ...(await seenByStaff(shop, { id })), reason: 'A mistake.' }
    await staffCancelOrder({ ...shop, payments, db: racing }, request)
    expect(closed).toEqual([paymentSession])
    const { order, events } = await storedOrder(shop, id)
    expect(order.state).toBe('cancelled')
    expect(events).toHaveLength(1)
  })
})
