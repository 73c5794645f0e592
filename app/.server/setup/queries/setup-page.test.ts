import { expect, it } from 'vitest'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'
import { setupPage } from './setup-page.ts'

onBothDatabases('payments in Setup', (open) => {
  it('are tried by a payment through the provider, and not by cash that staff recorded [SETUP-11]', async () => {
    const { shop } = await sellingShop(await open())
    const paymentAt = async () => (await setupPage(shop)).tried.paymentAt
    await madeOrder(shop, { paid: 'cash' })
    expect(await paymentAt()).toBeNull()
    await paidOrder(shop)
    expect(await paymentAt()).toBe(shop.now().toISOString())
  })

  it('are tried by a payment request link too, also where a deposit was cash [SETUP-11]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { custom: 'yes', deposit: '40%', paid: 'cash' })
    const asked = { ...(await asStaff(shop, order)), kind: 'balance', days: 7 } as const
    await sendPaymentRequestLink(shop, asked)
    await paysByLink(shop, await tokenOf(shop, order))
    expect((await setupPage(shop)).tried.paymentAt).toBe(shop.now().toISOString())
  })
})
