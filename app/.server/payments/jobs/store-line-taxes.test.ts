import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { orderLines } from '#app/.server/platform/db/schema.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { strayPayment } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { placed, small, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { attachPayment } from '../commands/attach-payment.ts'
import { fetchLineTaxes } from './store-line-taxes.ts'

const two = [small, { productId: '8', size: 'Large', quantity: 2 }]

onBothDatabases('the sales tax of lines', (open) => {
  it('is that of the payment that staff attached [TAX-04, UNATTACHED-02]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop, two)
    // The same pieces by a payment link: the shop knows neither the session nor its lines.
    const link = { id: 'cs_test_link', client_reference_id: null, metadata: {} }
    const { sessions, lineItems } = stripe.store
    const own = sessions.get(order.session)
    if (!own) throw new Error('no session')
    sessions.set(link.id, { ...structuredClone(own), ...link })
    const items = structuredClone(lineItems.get(order.session) ?? []).reverse()
    lineItems.set(
      link.id,
      items.map((item) => ({ ...item, metadata: {} })),
    )
    const event = stripe.pay(link.id)
    await tell(event)
    await attachPayment(shop, { id: event.id, number: order.number, by: 'ann@example.com' })
    const lines = await shop.db.orm
      .select({ sum: orderLines.lineTotalCents })
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position))
    const [first, second] = lines.map(({ sum }) => sum)
    pass(11)
    expect(await fetchLineTaxes(shop)).toBe(1)
    const taxes = await lineTaxesOf(shop.db.orm, order.id)
    expect(taxes.map(({ line, name, taxable }) => [line, name, taxable])).toEqual([
      [0, 'Washington', first],
      [0, 'Seattle', first],
      [1, 'Washington', second],
      [1, 'Seattle', second],
    ])
    const { state, balance } = await stored(shop, order)
    const tax = taxes.reduce((sum, each) => sum + each.tax, 0)
    expect({ state, tax: balance.sold.tax }).toEqual({ state: 'paid', tax })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is none where another payment, without tax, was attached [TAX-04, UNATTACHED-03]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop, two)
    const stray = await strayPayment(shop, order, { provider: 'stripe', payload: {} })
    // What was paid on the order's own page, with tax, does not add up and is held.
    const own = stripe.pay(order.session)
    const wrong = { amount_total: order.totalCents + 1 }
    Object.assign(own.data.object, wrong)
    Object.assign(stripe.store.sessions.get(order.session) ?? {}, wrong)
    await tell(own)
    await attachPayment(shop, { id: stray.id, number: order.number, by: 'ann@example.com' })
    expect(await stored(shop, order)).toMatchObject({ balance: { sold: { tax: 0 } } })
    pass(11)
    expect(await fetchLineTaxes(shop)).toBe(1)
    expect(await lineTaxesOf(shop.db.orm, order.id)).toEqual([])
    pass(60 * 48)
    expect(await fetchLineTaxes(shop)).toBe(0)
    // The tax that was expected is said, for the shop may owe it itself [TAX-09].
    expect(await orderFindings(shop.db.orm)).toEqual([
      expect.stringContaining(`Order ${order.number}: the sales tax expected on`),
    ])
  })
})
