import { desc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { orderHistory } from '#app/.server/platform/db/schema.ts'
import { returnPage } from '#app/.server/returns/queries/return-page.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { confirmedBy, sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { changeStep } from './change-work-status.ts'
import { markParcelDelivered } from './mark-parcel-delivered.ts'
import { recordShipment } from './record-shipment.ts'

const ups = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const
const usps = { carrier: 'usps', tracking: '9400111201080805483016' } as const

onBothDatabases('parcels of one order', (open) => {
  const fir = { productId: '7', size: 'Small', quantity: 1 }
  async function sentInTwo(lines = [{ ...fir, quantity: 2 }]) {
    const { shop, pass } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    const pending = await pendingOrder(shop, lines)
    await applyPaymentEvent(shop, payment(pending))
    const { id, token } = pending
    const pieces = [{ line: 0, quantity: 1 }]
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), ...ups, pieces })
    const sendRest = async () =>
      recordShipment(shop, { ...(await readyToSend(shop, { id })), ...usps })
    const mark = async (at: number, delivered: boolean) => {
      const parcel = (await parcelsOfOrder(shop.db.orm, id))[at]?.id ?? 0
      await markParcelDelivered(shop, { ...(await seenByStaff(shop, { id })), parcel, delivered })
    }
    return { shop, pass, id, token, sendRest, mark }
  }
  const stepOf = async (shop: AppContext, id: string) => (await storedOrder(shop, id)).order.step
  const times = async (shop: AppContext, token: string) =>
    (await orderPage(shop, token))?.parcels.map(({ deliveredAt }) => deliveredAt)

  it('are delivered one by one; the order is with the last one, once all of it was sent [PARCEL-09]', async () => {
    const { shop, pass, id, token, sendRest, mark } = await sentInTwo()
    await mark(0, true)
    const first = shop.now()
    expect(await times(shop, token)).toEqual([first])
    expect((await storedOrder(shop, id)).order).toMatchObject({ state: 'paid', step: 'paid' })
    await sendRest()
    expect(await stepOf(shop, id)).toBe('sent')
    pass(60)
    await mark(1, true)
    await mark(1, true)
    expect(await stepOf(shop, id)).toBe('delivered')
    expect(await times(shop, token)).toEqual([first, shop.now()])
    const history = await shop.db.orm
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, id))
      .orderBy(desc(orderHistory.id))
    expect(history[0]).toMatchObject({
      why: `Parcel delivered: USPS ${usps.tracking}`,
      by: 'ann@example.com',
      toStep: 'delivered',
    })
    expect(history[1]?.why).not.toContain('Parcel delivered: USPS')
    await mark(0, false)
    expect(await times(shop, token)).toEqual([null, shop.now()])
    expect(await stepOf(shop, id)).toBe('sent')
    await expect(
      shop.db.orm.execute(
        sql`update parcels set delivered_by = null where delivered_at is not null`,
      ),
    ).rejects.toThrow()
  })

  it('each begin the time to return what was in them: by the day delivered, else by the day promised [RETURN-04, RETURN-12]', async () => {
    const { shop, pass, id, token, sendRest, mark } = await sentInTwo([
      fir,
      { ...fir, productId: '8' },
    ])
    const lastDays = async () => {
      const page = await returnPage(shop, token, confirmedBy(shop, { id, token }))
      return page?.pieces.map(({ lastDay }) => lastDay)
    }
    // Sent on Wednesday, March 11; by the promise it is there on Monday, March 16.
    expect(await lastDays()).toEqual(['2026-04-15'])
    // It came late; the other piece is still on the bench, and sent a week after.
    pass(10 * 24 * 60)
    await mark(0, true)
    expect(await lastDays()).toEqual(['2026-04-20'])
    pass(7 * 24 * 60)
    await sendRest()
    expect(await lastDays()).toEqual(['2026-04-20', '2026-05-01'])
    await mark(1, true)
    expect(await lastDays()).toEqual(['2026-04-20', '2026-04-27'])
  })

  it('are all delivered with their order, and taken back only those marked with it [PARCEL-09, DESK-01]', async () => {
    const { shop, pass, id, token, sendRest, mark } = await sentInTwo()
    await sendRest()
    await mark(0, true)
    const first = shop.now()
    pass(60)
    const move = async (to: 'delivered' | 'sent') =>
      changeStep(shop, { ...(await seenByStaff(shop, { id })), to })
    await move('delivered')
    expect(await times(shop, token)).toEqual([first, shop.now()])
    await move('sent')
    expect(await times(shop, token)).toEqual([first, null])
  })

  it('that are not known, or changed by somebody else, are left alone [PARCEL-09, DESK-06]', async () => {
    const { shop, id, token, mark } = await sentInTwo()
    const seen = await seenByStaff(shop, { id })
    const [parcel] = await parcelsOfOrder(shop.db.orm, id)
    await changeStep(shop, {
      ...(await seenByStaff(shop, { id }, 'bob@example.com')),
      to: 'making',
    })
    const late = { ...seen, parcel: parcel?.id ?? 0, delivered: true }
    expect((await refusal(markParcelDelivered(shop, late))).message).toContain('bob@example.com')
    expect((await refusal(mark(7, true))).message).toContain('Nothing was changed.')
    expect(await times(shop, token)).toEqual([null])
  })
})
