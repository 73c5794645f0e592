import { expect, it } from 'vitest'
import { settlePaymentHold } from '#app/.server/payments/commands/resolve-held-order.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff } from '#tests/support/orders.ts'
import { wire } from '#tests/support/wire-events.ts'
import * as orderScreen from './detail.tsx'

onBothDatabases('an order whose money the bank took back', (open) => {
  it('is closed on its screen, also once somebody reviewed it, and is not offered to be sent; the form says who is emailed [DISPUTE-11, MAIL-23]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const words = async () =>
      (
        await renderAdminPage(shop, orderScreen, {
          path: '/admin/dashboard/orders/:id',
          address: `/admin/dashboard/orders/${order.id}`,
        })
      ).words
    await shop.db.orm.update(orders).set({ email: 'ada@example.com' })
    await tell(wire(stripe, order.customer, order.totalCents))
    expect(await words()).not.toContain('Close the order')
    await tell(wire(stripe, order.customer, -order.totalCents, { type: 'funding_reversed' }))
    const held = await words()
    expect(held).toContain('Close the order')
    expect(held).toContain('make a new order for it. We’ll email the buyer that it’s closed.')
    expect(held).not.toContain('Mark as reviewed')
    await settlePaymentHold(shop, { ...(await seenByStaff(shop, order)), reason: 'Called.' })
    const reviewed = await words()
    expect(reviewed).toContain('Unpaid: the bank took the money back')
    expect(reviewed).toContain('Close the order')
    expect(reviewed).not.toContain('Mark as shipped')
  })
})
