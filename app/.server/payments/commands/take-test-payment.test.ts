import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { testPaymentPage } from '../queries/test-payment.ts'
import { takeTestPayment } from './take-test-payment.ts'

const pay = testPaymentForm.parse({ choice: 'pay', ...testBuyer })
const decline = testPaymentForm.parse({ choice: 'decline' })
const cancel = testPaymentForm.parse({ choice: 'cancel' })

async function placed(app: AppContext) {
  const lines = [{ productId: '7', size: 'Small', quantity: 2 }]
  const answer = await quoteCart(app, lines)
  const { url } = await placeOrder(app, checkout(answer))
  const session = url.slice(url.lastIndexOf('/') + 1)
  const [order] = (await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!order) throw new Error('no order was placed')
  return { answer, session, token: order.token, number: order.number, id: order.id }
}

onBothDatabases('the test payment page', (open) => {
  it('shows the order, and Pay leads to its confirmation; pressed twice is paid once [ORDER-03, ORDER-09]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { answer, session, token, number } = await placed(shop)
    const page = await testPaymentPage(shop, session)
    expect(page).toMatchObject({ open: true, orderToken: token, summary: { number } })
    expect(page?.summary.lines).toMatchObject([{ productId: '7', size: 'Small', quantity: 2 }])
    expect(await orderPage(shop, token)).toMatchObject({
      state: 'pending',
      email: null,
      paymentUrl: `http://localhost:3000/test-payment/${session}`,
    })

    const pressed = await Promise.all([
      takeTestPayment(shop, session, pay),
      takeTestPayment(shop, session, pay),
    ])
    pressed.push(await takeTestPayment(shop, session, pay))
    for (const taken of pressed) {
      expect(taken).toMatchObject({ outcome: 'paid', orderToken: token })
    }
    expect(await db.orm.$count(paymentEvents)).toBe(1)
    expect(await testPaymentPage(shop, session)).toMatchObject({ open: false })

    const confirmation = await orderPage(shop, token)
    expect(confirmation).toMatchObject({
      state: 'paid',
      held: false,
      isTest: true,
      email: 'test-buyer@example.com',
      address: { name: 'Test Buyer', state: 'WA', country: 'US' },
      paymentUrl: null,
      quoteId: answer.quote.slice(answer.quote.lastIndexOf('.') + 1),
      shipping: { processingTime: '3-5 business days' },
      summary: { number, goldPrice: { source: 'admin-exact', perGram: 1_300_000 } },
    })
    const [line] = confirmation?.summary.lines ?? []
    expect((line?.metalValue ?? 0) + (line?.fee ?? 0)).toBe(line?.unitPrice)
    expect((line?.unitPrice ?? 0) * 2).toBe(confirmation?.summary.total)
  })

  it('declines without charge, to be tried again; then cancels, and nothing pays after [ORDER-08, ORDER-09]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { session, token } = await placed(shop)
    for (const _attempt of [1, 2]) {
      expect(await takeTestPayment(shop, session, decline)).toMatchObject({ outcome: 'declined' })
      expect(await orderPage(shop, token)).toMatchObject({ state: 'pending' })
    }
    expect(await takeTestPayment(shop, session, cancel)).toMatchObject({ outcome: 'cancelled' })
    expect(await takeTestPayment(shop, session, pay)).toMatchObject({ outcome: 'cancelled' })
    expect(await orderPage(shop, token)).toMatchObject({ state: 'cancelled', held: false })
    const events = await db.orm.select().from(paymentEvents)
    expect(events.map(({ type, outcome }) => [type, outcome])).toEqual([
      ['declined', 'ignored'],
      ['declined', 'ignored'],
    ])
  })

  it('takes no payment for an order that has run out, which says so at once [ORDER-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { session, token } = await placed(shop)
    pass(35)
    expect(await testPaymentPage(shop, session)).toMatchObject({ open: false })
    expect(await takeTestPayment(shop, session, pay)).toMatchObject({ outcome: 'closed' })
    expect(await orderPage(shop, token)).toMatchObject({ state: 'expired', paymentUrl: null })
  })

  it('is not there for unknown sessions, nor beside another payment provider [ORDER-04, ORDER-09]', async () => {
    const { shop } = await sellingShop(await open())
    const { session, token, number, id } = await placed(shop)
    for (const guess of ['', 'x', `${session}x`, token, number, id, 'a\u0000b', 'x'.repeat(500)]) {
      expect(await testPaymentPage(shop, guess)).toBeNull()
      expect(await takeTestPayment(shop, guess, pay)).toBeNull()
    }
    for (const guess of ['', session, number, id, `${token}x`, 'a\u0000b']) {
      expect(await orderPage(shop, guess)).toBeNull()
    }
    const payments = shop.payments && { ...shop.payments, provider: 'stripe' as const }
    expect(await testPaymentPage({ ...shop, payments }, session)).toBeNull()
    expect(await takeTestPayment({ ...shop, payments }, session, pay)).toBeNull()
  })
})
