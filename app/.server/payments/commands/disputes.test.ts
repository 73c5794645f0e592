import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { health } from '#app/.server/health/queries/health.ts'
import { fulfillOrder } from '#app/.server/orders/commands/fulfill-order.ts'
import { adminOrder } from '#app/.server/orders/queries/admin-order.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type PlacedOrder, paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import type { RefundOrDisputeEvent } from '../gateway/payment-event.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { reviewDispute } from './review-dispute.ts'

const ann = 'ann@example.com'

onBothDatabases('a disputed order', (open) => {
  const dispute = (
    app: AppContext,
    order: PlacedOrder,
    type: RefundOrDisputeEvent['type'],
    reference = order.paymentReference ?? '',
  ) =>
    applyPaymentEvent(app, {
      id: `${type} ${reference} ${app.now().getTime()}`,
      provider: order.paymentProvider,
      livemode: order.livemode,
      type,
      about: { orderId: order.id, payment: reference },
      amount: cents(order.totalCents),
      currency: 'usd',
      reference,
      email: null,
      address: null,
      occurredAt: app.now(),
      payload: {},
    })
  const send = async (app: AppContext, order: PlacedOrder) =>
    fulfillOrder(app, { ...(await seenByStaff(app, order)), tracking: 'UPS 1Z999AA10123456784' })
  const mails = async (app: AppContext, { id }: PlacedOrder) => {
    const rows = await app.db.orm
      .select({ kind: mailOutbox.kind })
      .from(mailOutbox)
      .where(eq(mailOutbox.orderId, id))
      .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.kind))
    return rows?.map(({ kind }) => kind).filter((kind) => kind.includes('dispute'))
  }
  /** Under what needs a look: in the list, in its count, and in the health strip. */
  const needsLook = async (app: AppContext) => {
    const { orders, waiting } = await ordersPage(app, { q: '', filter: 'held', page: 1 })
    const strip = (await health(app)).orders?.test.held
    expect([waiting.test.held, strip]).toEqual([orders.length, orders.length])
    return orders.map(({ id }) => id)
  }

  it('is not sent while the dispute is open, staff get a mail, and it needs a look [ORDER-10]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    expect(await needsLook(shop)).toEqual([])
    await dispute(shop, order, 'dispute open')
    expect(await needsLook(shop)).toEqual([order.id])
    expect(await mails(shop, order)).toEqual(['order-dispute-open-staff'])
    expect((await adminOrder(shop, order.id))?.notToBeSent).toMatch(/bank disputes this payment/)
    expect(await refusal(send(shop, order))).toMatchObject({
      code: 'order_not_to_be_sent',
      status: 409,
      message: expect.stringMatching(/Wait until the dispute is decided.*Nothing was changed\.$/),
    })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'paid',
      tracking: null,
    })
    // Told again, it mails once.
    await dispute(shop, order, 'dispute open')
    expect(await mails(shop, order)).toHaveLength(1)
    pass(60)
    await dispute(shop, order, 'dispute won')
    expect(await mails(shop, order)).toEqual([
      'order-dispute-open-staff',
      'order-dispute-won-staff',
    ])
    expect(await needsLook(shop)).toEqual([])
    await send(shop, order)
    expect((await storedOrder(shop, order.id)).order.state).toBe('fulfilled')
  })

  it('that was lost stays in sight until staff note that they looked, and is not sent before [ORDER-10]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await dispute(shop, order, 'dispute open')
    pass(60)
    await dispute(shop, order, 'dispute lost')
    expect(await needsLook(shop)).toEqual([order.id])
    expect(await mails(shop, order)).toContain('order-dispute-lost-staff')
    expect((await refusal(send(shop, order))).message).toContain('Look at it first')
    const looked = { ...(await seenByStaff(shop, order)), reason: 'Paid again by bank transfer.' }
    const other = { ...looked, ...(await seenByStaff(shop, await paidOrder(shop))) }
    expect((await refusal(reviewDispute(shop, other))).code).toBe('dispute_reviewed')
    await reviewDispute(shop, looked)
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)).toMatchObject({
      by: ann,
      why: 'Lost dispute looked at: Paid again by bank transfer.',
    })
    expect(events.at(-1)).toMatchObject({
      actorId: ann,
      action: 'order.dispute_reviewed',
      facts: { number: order.number, reason: looked.reason },
    })
    expect(await needsLook(shop)).toEqual([])
    expect((await refusal(reviewDispute(shop, looked))).code).toBe('dispute_reviewed')
    await send(shop, order)
    // A second dispute, after the first was looked at, needs another look.
    pass(60)
    await dispute(shop, order, 'dispute lost')
    expect(await needsLook(shop)).toEqual([order.id])
  })

  it('about another payment than its own is held for staff [ORDER-06, ORDER-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await dispute(shop, order, 'dispute open', 'pay-other')
    const { order: now } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ dispute: null, holdReason: expect.stringContaining('pay-other') })
    expect(await needsLook(shop)).toEqual([order.id])
    expect((await refusal(send(shop, order))).code).toBe('order_on_hold')
  })
})
