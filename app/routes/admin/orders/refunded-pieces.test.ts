import { expect, it } from 'vitest'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { formKey } from '#tests/support/metal.ts'
import { payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as orderScreen from './detail.tsx'

onBothDatabases('the pieces of an order', (open) => {
  it('say how many of a line were refunded, to staff and to the buyer [REFUND-25, REFUND-26]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, ...placed } = await pendingOrder(shop, [
      { productId: '7', size: 'Small', quantity: 2 },
    ])
    await applyPaymentEvent(shop, payment({ id, ...placed }))
    const words = async () =>
      (
        await renderAdminPage(shop, orderScreen, {
          path: '/admin/dashboard/orders/:id',
          address: `/admin/dashboard/orders/${id}`,
        })
      ).words
    expect(await words()).not.toContain('of 2 refunded')
    const wish: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }
    const { amount: stated } = await previewRefund(shop, { id, wish, payment: null })
    const { revision } = (await storedOrder(shop, id)).order
    await refundOrder(shop, {
      ...{ id, by: 'ann@example.com', revision, key: formKey(), payment: null, wish, stated },
      ...{ ofReturn: null, reason: 'One is enough.', note: '', requireFresh: async () => {} },
    })
    expect(await words()).toContain('1 of 2 refunded')
    const { refunds } = (await orderPage(shop, placed.token)) ?? {}
    expect(refunds).toMatchObject([{ pieces: [expect.stringMatching(/^1 × .+, Small$/)] }])
  })
})
