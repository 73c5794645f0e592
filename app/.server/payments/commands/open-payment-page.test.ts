import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shownAlerts } from '#app/.server/alerts/queries/shown-alerts.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { payableOrder } from '#app/.server/orders/repository.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, refusal } from '#tests/support/selling-shop.ts'
import { placed, small, stripeShop } from '#tests/support/stripe-shop.ts'
import { openPaymentPage } from './open-payment-page.ts'

onBothDatabases('checkouts that Stripe refuses', (open) => {
  it('alert owners once until a payment page opens again [KEYTRY-03]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    const { id } = await firstAdmin(shop)
    pass(1)
    const buy = async () => placeOrder(shop, checkout(await quoteCart(shop, [small])))
    const shown = async () => (await shownAlerts(shop, { adminId: id, device: null })).alerts
    // A busy provider is not a refusal.
    stripe.behave(500)
    await refusal(buy())
    expect(await shown()).toEqual([])
    stripe.behave(null)
    // Nor is a repeated request for an order with other parameters.
    const gateway = shop.payments
    if (!gateway) throw new Error('no payments')
    const order = await payableOrder(shop.db, (await placed(shop)).id)
    const lines = order.lines.map((line) => ({ ...line, name: 'Renamed' }))
    await expect(openPaymentPage(shop, gateway, { ...order, lines })).rejects.toThrow()
    expect(await shown()).toEqual([])
    const key = stripe.store.secretKey
    stripe.store.secretKey = 'sk_test_rolled'
    for (let times = 0; times < 3; times++) {
      expect(await refusal(buy())).toMatchObject({ code: 'payment_unavailable', status: 503 })
    }
    expect((await shown()).map(({ sentence }) => sentence)).toEqual([
      'Stripe refused to open a payment page: it doesn’t accept the shop’s key. No one can pay until this is fixed.',
    ])
    const emails = () => shop.db.orm.$count(emailOutbox, eq(emailOutbox.kind, 'alert'))
    const before = await emails()
    stripe.store.secretKey = key
    expect((await buy()).url).toContain('/pay/')
    expect(await shown()).toEqual([])
    // The next time, owners are alerted again.
    pass(1)
    stripe.store.denied = /^POST \/v1\/checkout\/sessions$/
    await refusal(buy())
    expect(await shown()).toHaveLength(1)
    expect(await emails()).toBe(before + 1)
    const stored = await shop.db.orm
      .select()
      .from(alerts)
      .where(eq(alerts.kind, 'checkout-refused'))
    expect(stored.filter(({ resolvedAt }) => resolvedAt === null)).toHaveLength(1)
  })
})
