import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import * as orderRoute from '#app/routes/shop/order.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emailed } from '#tests/support/emailed.ts'
import { formKey } from '#tests/support/metal.ts'
import { payment, pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { renderPage } from '#tests/support/page.tsx'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { recordShipment } from './record-shipment.ts'

const by = 'ann@example.com'

async function paidForThree(app: AppContext) {
  const order = await pendingOrder(app, [{ productId: '7', size: 'Small', quantity: 3 }])
  await applyPaymentEvent(app, payment(order))
  return order
}

async function onePieceRefunded(app: AppContext, id: string) {
  const input: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
  const stated = (await previewRefund(app, { id, wish: input, payment: null })).amount
  const { revision } = (await storedOrder(app, id)).order
  await refundOrder(app, {
    ...{ id, by, revision, key: formKey(), payment: null, wish: input, stated, ofReturn: null },
    ...{ reason: 'One is enough.', note: '', requireFresh: async () => {} },
  })
}

async function confirmation(app: AppContext, id: string) {
  const { token } = (await storedOrder(app, id)).order
  const address = `/order/${token}`
  return (await renderPage(app, orderRoute, { path: 'order/:token', address })).words
}

onBothDatabases('a piece that was refunded before it was sent', (open) => {
  it('is not weighed and not sent, and the others are the whole order then, as its email and page say [PARCEL-10, PARCEL-14, PARCEL-16]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    const { id } = await paidForThree(shop)
    await onePieceRefunded(shop, id)
    pass(5)
    const shown = await adminOrder(shop, id)
    expect(shown?.left).toEqual([{ line: 0, quantity: 2 }])
    expect(shown?.toWeigh).toHaveLength(2)
    const sending = { ...(await readyToSend(shop, { id })), tracking: 'by hand' }
    expect(await recordShipment(shop, sending)).toBe('sent')
    const [parcel] = await parcelsOfOrder(shop.db.orm, id)
    expect(parcel?.pieces).toEqual([{ line: 0, quantity: 2 }])
    expect((await storedOrder(shop, id)).order.state).toBe('fulfilled')
    const email = await emailed(shop, 'order-fulfilled-buyer', { id })
    expect(email.subject).toMatch(/: Order \S+ is on its way$/)
    expect(email.text).toMatch(/Order \S+ has shipped\./)
    expect(email.text).not.toMatch(/last package|Part of order/)
    expect(email.text).toMatch(/2 × .+, Small/)
    expect(await confirmation(shop, id)).toMatch(/2 of 3 pieces shipped: 2 × .+, Small\./)
    pass(20 * 24 * 60)
    expect(await confirmation(shop, id)).toMatch(/Your order has shipped 2 of 3 pieces shipped: 2/)
  })

  it('may be one that left already: then staff say that nothing more is sent [PARCEL-10, PARCEL-16]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    const { id } = await paidForThree(shop)
    const one = { pieces: [{ line: 0, quantity: 1 }] }
    const first = { ...(await readyToSend(shop, { id })), ...one, tracking: 'first' }
    expect(await recordShipment(shop, first)).toBe('part')
    pass(5)
    await onePieceRefunded(shop, id)
    expect((await adminOrder(shop, id))?.left).toEqual([{ line: 0, quantity: 2 }])
    const last = { ...(await seenByStaff(shop, { id })), ...one, isLast: true, tracking: 'last' }
    expect(await recordShipment(shop, last)).toBe('sent')
    const words = await confirmation(shop, id)
    expect(words).toMatch(/2 of 3 pieces shipped: 2 × .+, Small\./)
    expect(words).not.toContain('Everything in it')
  })
})
