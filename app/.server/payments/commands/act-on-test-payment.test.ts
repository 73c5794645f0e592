import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { type TestProviderChoice, testProviderForm } from '#app/contracts/payments/test-provider.ts'
import type { BankDiscount, PayBy } from '#app/domain/pricing/bank-discount.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { placeOrder } from '../../checkout/commands/place-order.ts'
import { quoteCart } from '../../checkout/commands/quote-cart.ts'
import { testProviderPage } from '../queries/test-provider.ts'
import { actOnTestPayment } from './act-on-test-payment.ts'
import { takeTestPayment } from './take-test-payment.ts'

const choice = (input: Record<string, string>): TestProviderChoice => testProviderForm.parse(input)
const dispute = choice({ choice: 'dispute' })
const win = choice({ choice: 'win' })
const lose = choice({ choice: 'lose' })

async function paidBy(app: AppContext, payBy: PayBy = 'card') {
  const lines = [{ productId: '7', size: 'Small', quantity: 1 }]
  await saveSetting(
    app,
    bankDiscountSetting,
    { bankDiscount: 250 as BankDiscount },
    'ann@example.com',
  )
  const answer = await quoteCart(app, lines)
  const amount = payBy === 'card' ? answer.total : (answer.bank?.total ?? '')
  const posted = { ...checkout(answer), amount: Number(amount), payBy }
  const { url } = await placeOrder(app, posted)
  const session = url.slice(url.lastIndexOf('/') + 1)
  await takeTestPayment(app, session, testPaymentForm.parse({ choice: 'pay', ...testBuyer }))
  const [order] = await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  if (!order) throw new Error('no order was placed')
  return { session, id: order.id, token: order.token, total: order.totalCents }
}

onBothDatabases('a test payment at its provider', (open) => {
  it('is refunded in part and whole, each press once [TESTPAY-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { session, id, token, total } = await paidBy(shop)
    const path = `/test-payment/${session}/provider`
    expect(await orderPage(shop, token)).toMatchObject({ testProviderPath: path })
    const refund = choice({ choice: 'refund', sum: '$1,000.00', after: '0' })
    await Promise.all([1, 2].map(() => actOnTestPayment(shop, session, refund)))
    await actOnTestPayment(shop, session, refund)
    expect((await storedOrder(shop, id)).balance).toMatchObject({ refunded: 100000 })

    const cent = choice({ choice: 'refund', sum: `${(total - 100000 + 1) / 100}`, after: '100000' })
    const refused = await refusal(actOnTestPayment(shop, session, cent))
    expect(refused).toMatchObject({
      status: 422,
      details: { errors: { sum: expect.stringMatching(/^At most/) } },
    })
    const rest = choice({ choice: 'refund', after: '100000' })
    await actOnTestPayment(shop, session, rest)
    const after = await storedOrder(shop, id)
    expect(after).toMatchObject({ order: { state: 'refunded' }, balance: { refunded: total } })
    expect(await testProviderPage(shop, session)).toMatchObject({ can: [], refundable: 0 })
    expect(await refusal(actOnTestPayment(shop, session, dispute))).toMatchObject({ status: 409 })
  })

  it('is disputed, which holds the order, and won or lost once [TESTPAY-01]', async () => {
    const { shop } = await sellingShop(await open())
    for (const [end, status, balance] of [
      [win, 'won', { disputed: 0, lost: 0 }],
      [lose, 'lost', { disputed: 0 }],
    ] as const) {
      const { session, id, total } = await paidBy(shop)
      expect(await testProviderPage(shop, session)).toMatchObject({ can: ['refund', 'dispute'] })
      expect(await refusal(actOnTestPayment(shop, session, end))).toMatchObject({ status: 409 })
      // The second of two presses may find the first one's change, and be told so.
      await Promise.allSettled([1, 2].map(() => actOnTestPayment(shop, session, dispute)))
      expect(await storedOrder(shop, id)).toMatchObject({
        order: { state: 'paid', dispute: 'open', openHolds: 1 },
        balance: { disputed: total },
      })
      await actOnTestPayment(shop, session, end)
      const lost = status === 'lost' ? { lost: total } : {}
      expect(await storedOrder(shop, id)).toMatchObject({
        order: { dispute: status, openHolds: 1 },
        balance: { ...balance, ...lost },
      })
      const page = await testProviderPage(shop, session)
      expect(page).toMatchObject({ can: status === 'won' ? ['refund'] : [] })
    }
  })

  it('is taken back by the bank where it came from one [TESTPAY-01, BANK-07]', async () => {
    const { shop } = await sellingShop(await open())
    for (const payBy of ['debit', 'wire'] as const) {
      const { session, id, total } = await paidBy(shop, payBy)
      expect(await testProviderPage(shop, session)).toMatchObject({ can: ['refund', 'return'] })
      await actOnTestPayment(shop, session, choice({ choice: 'return' }))
      expect(await storedOrder(shop, id)).toMatchObject({
        order: { holdReason: expect.stringContaining('The bank reversed') },
        balance: { returned: total, paid: 0, due: total },
      })
      expect(await testProviderPage(shop, session)).toMatchObject({ can: [] })
    }
  })

  it('is there only for what was paid by a test payment [TESTPAY-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { session, token } = await paidBy(shop)
    expect(await testProviderPage(shop, 'x'.repeat(32))).toBeNull()
    expect(await actOnTestPayment(shop, 'x'.repeat(32), dispute)).toBeNull()
    const answer = await quoteCart(shop, [{ productId: '7', size: 'Small', quantity: 1 }])
    const { url } = await placeOrder(shop, checkout(answer))
    const unpaid = url.slice(url.lastIndexOf('/') + 1)
    expect(await testProviderPage(shop, unpaid)).toBeNull()
    expect(await actOnTestPayment(shop, unpaid, dispute)).toBeNull()
    const stripe = { ...shop, payments: { ...shop.payments, provider: 'stripe' } } as AppContext
    expect(await testProviderPage(stripe, session)).toBeNull()
    expect(await orderPage(stripe, token)).toMatchObject({ testProviderPath: null })
  })
})
