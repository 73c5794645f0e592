import { expect, it } from 'vitest'
import { priceDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { orderAgain } from '#app/.server/draft-orders/queries/order-again.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { settlePaymentHold } from '#app/.server/payments/commands/resolve-held-order.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { closeReversedOrder } from '#app/.server/risk/commands/close-reversed-order.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { buyerAddress, paidOrder, riskEvent, seenByStaff } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder } from '#tests/support/staff-orders.ts'
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
    expect(held).toContain('so that nothing ships. We’ll email the buyer that it’s closed.')
    expect(held).not.toContain('Mark as reviewed')
    await settlePaymentHold(shop, { ...(await seenByStaff(shop, order)), reason: 'Called.' })
    const reviewed = await words()
    expect(reviewed).toContain('Unpaid: the bank took the money back')
    expect(reviewed).toContain('Close the order')
    expect(reviewed).not.toContain('Mark as shipped')
  })

  it('leads to a new order with its pieces and buyer, released, reviewed or closed [DISPUTE-12]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const bought = [
      { productId: '7', size: 'Small', quantity: 2 },
      { productId: '8', size: 'Small', quantity: 1 },
    ]
    const order = await paidOrder(shop, bought)
    const screen = async () =>
      renderAdminPage(shop, orderScreen, {
        path: '/admin/dashboard/orders/:id',
        address: `/admin/dashboard/orders/${order.id}`,
      })
    const link = `/admin/dashboard/orders/new?like=${order.id}`
    expect((await screen()).html).not.toContain(link)
    for (const type of ['dispute open', 'dispute lost'] as const) {
      pass(60)
      await applyPaymentEvent(shop, riskEvent(order, type, shop.now()))
    }
    expect((await screen()).html).toContain(link)
    const holds = await holdsOfOrder(shop.db.orm, order.id)
    const hold = holds.find(({ kind }) => kind === 'dispute')
    const release = { hold: hold?.id ?? 0, reason: 'A friend of the shop.', checks: [] }
    await releaseShippingHold(shop, { ...(await seenByStaff(shop, order)), ...release })
    expect((await screen()).html).toContain(link)
    const closed = { ...(await seenByStaff(shop, order)), reason: 'Pays by wire.' }
    await closeReversedOrder(shop, closed)
    const { html, words } = await screen()
    expect(html).toContain(link)
    expect(words).not.toContain('close this order')
    const form = await renderAdminPage(shop, newScreen, { address: link })
    for (const value of [buyerAddress.name, buyerAddress.line1, 'ada@example.com', '98101']) {
      expect(form.html).toContain(`value="${value}"`)
    }
    // The form is complete but for the price: its pieces are those of the catalog, as listed.
    const again = await orderAgain(shop, order.id)
    const { goldPriceId: goldPrice } = await currentGoldPrice(shop, { mustBeFresh: true })
    const made = draftOrderForm.parse({ ...again, goldPrice, key: 'k'.repeat(16), holdDays: '7' })
    const { lines, total } = await priceDraftOrder(shop, made)
    expect(lines.map(({ productId, size, quantity }) => ({ productId, size, quantity }))).toEqual(
      bought,
    )
    expect(total).toBe(order.totalCents)
    expect(await orderAgain(shop, 'nobody')).toBeNull()
    expect((await renderAdminPage(shop, newScreen, { address: '/?like=x' })).html).toContain(
      'name="line-0-piece"',
    )
  })

  it('and that was described by hand has its grams and fee in the new one [DISPUTE-12]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    expect(await orderAgain(shop, order.id)).toMatchObject({
      ...{ rows: '1', 'line-0-piece': 'Custom ring, size 7', 'line-0-grams': '10' },
      ...{ 'line-0-fee': '250.00', 'line-0-quantity': '1', email: 'Ada.Buyer+Gold@example.com' },
    })
  })
})
