import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readOrderFacts } from '#app/.server/emails/read-order-facts.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { orderHolds } from '#app/.server/platform/db/risk-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emailed } from '#tests/support/emailed.ts'
import {
  dispute,
  type PlacedOrder,
  paidOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { closeReversedOrder } from './close-reversed-order.ts'
import { releaseShippingHold } from './release-shipping-hold.ts'

const ann = 'ann@example.com'

onBothDatabases('a disputed order', (open) => {
  const send = async (app: AppContext, order: PlacedOrder) =>
    recordShipment(app, { ...(await readyToSend(app, order)), tracking: 'UPS 1Z999AA10123456784' })
  const release = async (app: AppContext, order: PlacedOrder, reason: string) => {
    const hold = (await holdsOfOrder(app.db.orm, order.id)).find(({ releasedAt }) => !releasedAt)
    const seen = await seenByStaff(app, order)
    await releaseShippingHold(app, { ...seen, hold: hold?.id ?? 0, reason, checks: [] })
  }
  const emails = async (app: AppContext, { id }: PlacedOrder) => {
    const rows = await app.db.orm
      .select({ kind: emailOutbox.kind })
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, id))
      .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.kind))
    return rows?.map(({ kind }) => kind).filter((kind) => kind.includes('dispute'))
  }
  /** Under what needs a look: in the list, in its count, and in the health strip. */
  const needsLook = async (app: AppContext) => {
    const { orders, waiting } = await ordersPage(app, { q: '', filter: 'held', page: 1 })
    const strip = (await health(app)).orders?.test.held
    expect([waiting.test.held, strip]).toEqual([orders.length, orders.length])
    return orders.map(({ id }) => id)
  }

  it('is not sent while the dispute is open, staff get a mail, and it needs a look until it is released [ORDER-10, HOLD-01, DISPUTE-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    expect(await needsLook(shop)).toEqual([])
    await dispute(shop, order, 'dispute open')
    expect(await needsLook(shop)).toEqual([order.id])
    expect(await emails(shop, order)).toEqual(['order-dispute-open-staff'])
    expect((await adminOrder(shop, order.id))?.holds).toMatchObject([
      { kind: 'dispute', reason: expect.stringContaining('bank is disputing $2,596.00 USD') },
    ])
    expect(await refusal(send(shop, order))).toMatchObject({
      code: 'order_not_to_be_sent',
      status: 409,
      message: expect.stringMatching(/Wait until the dispute is decided.*Nothing was changed\.$/),
    })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'paid',
      tracking: null,
    })
    // Told again, it emails once.
    await dispute(shop, order, 'dispute open')
    expect(await emails(shop, order)).toHaveLength(1)
    pass(60)
    await dispute(shop, order, 'dispute won')
    expect(await emails(shop, order)).toEqual([
      'order-dispute-open-staff',
      'order-dispute-won-staff',
    ])
    // The money is back; whether the parcel leaves is still a person's word.
    expect((await refusal(send(shop, order))).message).toContain('Release the order to ship it.')
    expect(await needsLook(shop)).toEqual([order.id])
    await release(shop, order, 'The buyer called, and knows of the order.')
    expect(await needsLook(shop)).toEqual([])
    await send(shop, order)
    expect((await storedOrder(shop, order.id)).order.state).toBe('fulfilled')
    // Told late of the end: the parcel is gone, and nothing waits.
    pass(60)
    await dispute(shop, order, 'dispute open', order.paymentReference ?? '', 'dp_2')
    expect(await needsLook(shop)).toEqual([order.id])
    pass(60)
    await dispute(shop, order, 'dispute won', order.paymentReference ?? '', 'dp_2')
    expect(await needsLook(shop)).toEqual([])
    expect((await adminOrder(shop, order.id))?.holds[1]).toMatchObject({
      releasedBy: `payment provider (${order.paymentProvider})`,
    })
  })

  it('promises its buyer no day while the bank decides, nor once it was lost, until staff decide that it ships [PARCEL-15]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const isPromised = async () => {
      const page = await orderPage(shop, order.token)
      const days = [page?.shipBy ?? null, page?.arrival ?? null]
      const { order: row } = await storedOrder(shop, order.id)
      const email = await readOrderFacts(shop, { kind: 'order-paid-buyer', occasion: '' }, row)
      expect(days.map((day) => day !== null)).toEqual(Array(2).fill(email.shipsAndArrives !== ''))
      return [page?.claim, email.shipsAndArrives !== '']
    }
    expect(await isPromised()).toEqual([null, true])
    await dispute(shop, order, 'dispute open')
    expect(await isPromised()).toEqual(['disputed', false])
    pass(60)
    await dispute(shop, order, 'dispute lost')
    expect(await isPromised()).toEqual(['taken back', false])
    await release(shop, order, 'The buyer is a friend.')
    expect(await isPromised()).toEqual([null, true])
  })

  it('that was lost is closed with a reason: nothing ships, and its buyer reads and is emailed where the money is [DISPUTE-11, MAIL-23]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const close = async (reason = 'The buyer does not answer.') =>
      closeReversedOrder(shop, { ...(await seenByStaff(shop, order)), reason })
    expect(await refusal(close())).toMatchObject({ code: 'reversed_not_closed', status: 409 })
    await dispute(shop, order, 'dispute open')
    expect(await refusal(close())).toMatchObject({ code: 'reversed_not_closed' })
    pass(60)
    await dispute(shop, order, 'dispute lost')
    await close()
    const { order: stored, history, events } = await storedOrder(shop, order.id)
    expect(stored.state).toBe('refunded')
    expect(history.at(-1)?.why).toBe(
      'Closed because the bank took the money back; nothing more ships: The buyer does not answer.',
    )
    expect(events.at(-1)).toMatchObject({ action: 'order.reversed_closed', actorId: ann })
    expect(await needsLook(shop)).toEqual([])
    expect((await refusal(send(shop, order))).status).toBe(409)
    expect(await orderPage(shop, order.token)).toMatchObject({
      isClosedByBank: true,
      refunds: [],
      toldOfMoney: 'You paid $2,596.00. Your bank returned all of it to you.',
    })
    const { text } = await emailed(shop, 'order-closed-buyer', order)
    expect(text).toContain(`Order ${order.number} is closed, so nothing will ship.`)
    expect(text).toContain('You paid $2,596.00. Your bank returned all of it to you.')
    // Pressed again, it says that it is done already.
    expect((await refusal(close())).status).toBe(409)
  })

  it('that was lost stays in sight until somebody releases it by name and reason, and is not sent before [ORDER-10, HOLD-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await dispute(shop, order, 'dispute open')
    pass(60)
    await dispute(shop, order, 'dispute lost')
    expect(await needsLook(shop)).toEqual([order.id])
    expect(await emails(shop, order)).toContain('order-dispute-lost-staff')
    expect((await refusal(send(shop, order))).message).toContain('Review the order first')
    const seen = await seenByStaff(shop, order)
    const [hold] = await holdsOfOrder(shop.db.orm, order.id)
    const asked = {
      ...seen,
      hold: hold?.id ?? 0,
      reason: 'Paid again by bank transfer.',
      checks: [],
    }
    const other = { ...asked, ...(await seenByStaff(shop, await paidOrder(shop))) }
    expect((await refusal(releaseShippingHold(shop, other))).code).toBe('hold_released')
    const older = { ...asked, revision: seen.revision - 1 }
    expect((await refusal(releaseShippingHold(shop, older))).code).toBe('order_changed')
    await releaseShippingHold(shop, asked)
    const { history, events } = await storedOrder(shop, order.id)
    const why = 'Released (dispute): Paid again by bank transfer.'
    expect(history.at(-1)).toMatchObject({ by: ann, why })
    expect(events.at(-1)).toMatchObject({
      actorId: ann,
      action: 'order.hold_released',
      facts: { number: order.number, kind: 'dispute', reason: asked.reason, checks: [] },
    })
    expect(await holdsOfOrder(shop.db.orm, order.id)).toMatchObject([
      { releasedBy: ann, releasedAt: shop.now(), releaseReason: asked.reason },
    ])
    // What was released can no longer be changed, by anyone.
    const changed = shop.db.orm.update(orderHolds).set({ releasedBy: 'eve@example.com' })
    await expect(changed).rejects.toThrow()
    expect(await needsLook(shop)).toEqual([])
    expect(
      await refusal(releaseShippingHold(shop, { ...asked, ...(await seenByStaff(shop, order)) })),
    ).toMatchObject({
      code: 'hold_released',
      message: expect.stringContaining(`released by ${ann}`),
    })
    await send(shop, order)
    // Lost again, after it was released: another look.
    pass(60)
    await dispute(shop, order, 'dispute lost')
    expect(await needsLook(shop)).toEqual([order.id])
  })

  it('of a bank transfer that came back after the parcel left: the loss is booked, and it needs a look [DISPUTE-04]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await send(shop, order)
    for (const type of ['dispute open', 'funds withdrawn', 'dispute lost'] as const) {
      pass(1)
      await dispute(shop, order, type)
    }
    expect(await needsLook(shop)).toEqual([order.id])
    const { balance, order: now } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ state: 'fulfilled', dispute: 'lost' })
    expect(balance).toMatchObject({ disputed: 0, lost: order.totalCents, refundable: 0 })
    expect((await adminOrder(shop, order.id))?.holds[0]?.reason).toContain(
      'after the order shipped',
    )
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
