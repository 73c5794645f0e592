import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { sendRefunds } from '#app/.server/refunds/jobs/send-refunds.ts'
import { orderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { openReasons } from '#app/.server/risk/holds.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import {
  testBuyer,
  testPaymentForm,
  testPaymentFormAbroad,
} from '#app/contracts/payments/test-payment.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { shippingTaxOf, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { makeCode } from '#tests/support/discount-codes.ts'
import { net } from '#tests/support/journal.ts'
import { editingShop, edits, line, paysDifference } from '#tests/support/order-edits.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { express, pickup, placedWith, toGermany } from '#tests/support/shipped-orders.ts'
import { small, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { refundsAll } from '#tests/support/trade-ins.ts'
import { readStripeBalance } from '../bookkeeping/jobs/read-stripe-balance.ts'
import { monthJournal } from '../bookkeeping/queries/journal.ts'
import { takeTestPayment } from './commands/take-test-payment.ts'
import { fetchLineTaxes } from './jobs/store-line-taxes.ts'
import { isTestAbroad } from './queries/test-payment.ts'

const two = [{ ...small, quantity: 2 }]
const march = { month: '2026-03', livemode: false }

type Shop = Awaited<ReturnType<typeof stripeShop>>

/** Two pieces with a code, sales tax, and express shipping, paid at the stand-in of Stripe. */
async function paidExpress({ shop, stripe, tell, pass }: Shop) {
  await collectsTax(shop)
  await makeCode(shop)
  const order = await placedWith(shop, express, { lines: two, code: 'SUMMER-10' })
  const event = stripe.pay(order.session)
  expect(await tell(event)).toBe(200)
  pass(11)
  expect(await fetchLineTaxes(shop)).toBe(1)
  return { order, event }
}

onBothDatabases('the money of an order with a shipping rate', (open) => {
  it('is sold, taxed, and found right to the cent [SHIPMONEY-02, SHIPMONEY-03]', async () => {
    const selling = await stripeShop(await open())
    const { shop, stripe } = selling
    const { order, event } = await paidExpress(selling)
    const { state, balance, holdReason } = await stored(shop, order)
    const taxes = await lineTaxesOf(shop.db.orm, order.id)
    const ofShipping = Math.round(45_00 * 0.065) + Math.round(45_00 * 0.0385)
    expect(shippingTaxOf(taxes)).toBe(ofShipping)
    expect(taxes.filter((tax) => tax.line === null)).toMatchObject([
      { name: 'Washington', taxable: 45_00 },
      { name: 'Seattle', taxable: 45_00 },
    ])
    expect({ state, holdReason }).toMatchObject({ state: 'paid' })
    expect(balance.sold).toEqual({
      goods: order.totalCents + order.discountCents - 45_00,
      ...{ tax: sumOfTaxes(taxes), shipping: 45_00, discount: order.discountCents },
    })
    expect(totalOf(balance.sold)).toBe(event.data.object.amount_total)
    expect(balance).toMatchObject({ due: 0, refundable: event.data.object.amount_total })
    expect(await orderFindings(shop.db.orm)).toEqual([])
    const report = await taxReport(shop, march)
    expect(report.total).toMatchObject({
      ...{ sales: order.totalCents, taxedSales: order.totalCents, charged: sumOfTaxes(taxes) },
    })
    expect(report.places.reduce((sum, { charged }) => sum + charged, 0)).toBe(sumOfTaxes(taxes))
    expect(report.places.map(({ taxable }) => taxable)).toEqual([
      order.totalCents,
      order.totalCents,
    ])
    expect(stripe.store.sessions.get(order.session)?.shipping_cost).toMatchObject({
      amount_tax: ofShipping,
    })
  })

  it('is right whether or not Stripe counts the tax of shipping in amount_shipping [SHIPMONEY-02]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placedWith(shop, express)
    const event = stripe.pay(order.session)
    const { total_details, shipping_cost } = event.data.object as {
      total_details: { amount_shipping: number }
      shipping_cost: { amount_total: number }
    }
    total_details.amount_shipping = shipping_cost.amount_total
    await tell(event)
    expect(await stored(shop, order)).toMatchObject({
      ...{ state: 'paid', holdReason: null },
      balance: { sold: { shipping: 45_00 }, due: 0 },
    })
  })

  it('is refunded piece by piece without shipping, then with it, and the month ties out [SHIPMONEY-04, SHIPMONEY-05]', async () => {
    const selling = await stripeShop(await open())
    const { shop, tell, stripe, pass } = selling
    const { order, event } = await paidExpress(selling)
    const paid = Number(event.data.object.amount_total)
    const shippingTax = shippingTaxOf(await lineTaxesOf(shop.db.orm, order.id))
    const one = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    await refundsAll(shop, order, one)
    await refundsAll(shop, order, one)
    const tellAll = async () => {
      await sendRefunds(shop)
      for (const each of stripe.store.events) expect(await tell(each)).toBe(200)
    }
    await tellAll()
    const kept = await storedOrder(shop, order.id)
    expect(kept.order.state).toBe('refunded')
    expect(kept.balance.sold).toEqual({ goods: 0, tax: shippingTax, shipping: 45_00, discount: 0 })
    expect(kept.balance.refunded).toBe(paid - 45_00 - shippingTax)
    expect(await orderRefunds(shop, order.id)).toMatchObject({ shipping: 45_00, shippingTax })
    expect(await orderFindings(shop.db.orm)).toEqual([])
    await refundsAll(shop, order)
    await tellAll()
    const { balance } = await storedOrder(shop, order.id)
    expect(balance).toMatchObject({ refunded: paid, due: 0, refundable: 0 })
    expect((await refundsOfOrder(shop.db.orm, order.id)).at(-1)).toMatchObject({
      ...{ goodsCents: 0, shippingCents: 45_00, taxCents: shippingTax },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])

    // Another one stays sold.
    const other = await placedWith(shop, express)
    await tell(stripe.pay(other.session))
    pass(31 * 24 * 60)
    await fetchLineTaxes(shop)
    await readStripeBalance(shop)
    const journal = await monthJournal(shop, march)
    const report = await taxReport(shop, march)
    expect(net(journal, 'salesTax')).toBe(0 - report.total.toPay)
    expect(net(journal, 'shipping')).toBe(-90_00)
    const sales = ['sales', 'shipping', 'discounts', 'refunds'] as const
    expect(sales.reduce((sum, account) => sum + net(journal, account), 0)).toBe(
      0 - report.total.sales,
    )
    expect(report.total.sales).toBe(other.totalCents)
    expect(report.places.reduce((sum, { toPay }) => sum + toPay, 0)).toBe(report.total.toPay)
    const all = journal.totals.reduce((sum, { debits, credits }) => sum + debits - credits, 0)
    expect(all).toBe(0)
  })

  it('is refunded with its pieces where that is chosen, and less 20% as an amount [SHIPMONEY-04]', async () => {
    const selling = await stripeShop(await open())
    const { shop } = selling
    const { order, event } = await paidExpress(selling)
    const paid = Number(event.data.object.amount_total)
    const pieces = [{ position: 0, quantity: 2 }]
    await refundsAll(shop, order, { of: 'lines', quantities: pieces, withShipping: true })
    const { balance } = await storedOrder(shop, order.id)
    expect(totalOf(balance.sold)).toBe(0)
    expect((await refundsOfOrder(shop.db.orm, order.id))[0]).toMatchObject({ amountCents: paid })

    const other = await placedWith(shop, express)
    const due = Number(selling.stripe.store.sessions.get(other.session)?.amount_total)
    await selling.tell(selling.stripe.pay(other.session))
    const amount = cents(Math.floor(due * 0.8))
    await refundsAll(shop, other, { of: 'sum', amount })
    const [refund] = await refundsOfOrder(shop.db.orm, other.id)
    const { goodsCents = 0, taxCents = 0, shippingCents = 0, discountCents = 0 } = refund ?? {}
    expect(goodsCents + taxCents + shippingCents - discountCents).toBe(amount)
    expect(shippingCents).toBeGreaterThan(0)
  })

  it('has its shipping refunded alone, once, and stays sold [SHIPMONEY-04]', async () => {
    const selling = await stripeShop(await open())
    const { shop, stripe, tell } = selling
    const { order } = await paidExpress(selling)
    const shippingTax = shippingTaxOf(await lineTaxesOf(shop.db.orm, order.id))
    const alone = { of: 'lines', quantities: [], withShipping: true } as const
    await refundsAll(shop, order, alone)
    await sendRefunds(shop)
    for (const each of stripe.store.events) expect(await tell(each)).toBe(200)
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.state).toBe('paid')
    expect(balance).toMatchObject({ refunded: 45_00 + shippingTax, due: 0, sold: { shipping: 0 } })
    expect((await refusal(refundsAll(shop, order, alone))).message).toContain(
      'No shipping is left to refund',
    )
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is held if the address is in another country; pickup has nothing but the buyer’s name, and is paid [SHIPMONEY-02, PICKUP-09]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const [right, wrong] = [await placedWith(shop, toGermany), await placedWith(shop, toGermany)]
    await tell(stripe.pay(right.session))
    await tell(stripe.pay(wrong.session, { country: 'FR' }))
    expect(await stored(shop, right)).toMatchObject({
      ...{ state: 'paid', shippingAddress: { country: 'DE' } },
      balance: { sold: { tax: 0, shipping: 95_00 } },
    })
    expect(await stored(shop, wrong)).toMatchObject({
      state: 'pending',
      holdReason: expect.stringContaining(
        'with an address in France, but the order was placed for Germany.',
      ),
    })
    const fetched = await placedWith(shop, pickup)
    const event = stripe.pay(fetched.session)
    await tell(event)
    const tax = Number(event.data.object.amount_total) - fetched.totalCents
    expect(tax).toBeGreaterThan(0)
    expect(await stored(shop, fetched)).toMatchObject({
      ...{ state: 'paid', shippingAddress: { name: expect.stringMatching(/./), line1: '' } },
      balance: { sold: { tax, shipping: 0 }, due: 0 },
    })
    // Of no state of the United States, and of that of the buyer.
    const { states } = await taxReport(shop, march)
    expect(states.map(({ state, charged }) => [state, charged])).toEqual([
      ['', 0],
      ['WA', tax],
    ])
  })

  it('is held where a pickup was taxed by another state than that of the shop [TAX-09]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    Object.assign(stripe.store.taxRates, {
      CO: [{ level: 'state', name: 'Colorado', percentage: 2.9 }],
    })
    const [own, other] = [await placedWith(shop, pickup), await placedWith(shop, pickup)]
    await tell(stripe.pay(own.session))
    await tell(stripe.pay(other.session, { state: 'CO' }))
    pass(11)
    expect(await fetchLineTaxes(shop)).toBe(2)
    expect(await openReasons(shop.db.orm, own.id)).toEqual([])
    expect(await openReasons(shop.db.orm, other.id)).toEqual([
      expect.stringContaining('Sales tax of CO was charged by the buyer’s billing address'),
    ])
    const { states } = await taxReport(shop, march)
    expect(states.map(({ state }) => state)).toEqual(['CO', 'WA'])
  })

  it('stays as it is when pieces are exchanged, and is charged once [SHIPMONEY-05]', async () => {
    const { shop } = await editingShop(await open())
    await collectsTax(shop)
    const order = await placedWith(shop, express)
    const taxed = Math.round((order.totalCents - 45_00) * 0.0825) + Math.round(45_00 * 0.0825)
    const pay = { ...testBuyer, choice: 'pay', shownTax: `${taxed}` }
    await takeTestPayment(shop, order.session, testPaymentForm.parse(pay))
    const before = await storedOrder(shop, order.id)
    expect(before.order.state).toBe('paid')
    expect(before.balance.sold).toMatchObject({ shipping: 45_00, tax: taxed })
    await edits(shop, order, { lines: [line(0, 'Small', 2)] })
    await paysDifference(shop, order)
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.totalCents).toBe(2 * (order.totalCents - 45_00) + 45_00)
    expect(after.shippingCents).toBe(45_00)
    expect(balance.sold).toMatchObject({ shipping: 45_00, goods: after.totalCents - 45_00 })
    expect(balance.due).toBe(0)
    expect(await orderFindings(shop.db.orm)).toEqual([])
    // Shipping stays the order's where all pieces are of the edit.
    const report = await taxReport(shop, march)
    expect(report.places.reduce((sum, { charged }) => sum + charged, 0)).toBe(balance.sold.tax)
  })

  it('is paid at the test payment page in each way [SHIPMONEY-06]', async () => {
    const { shop } = await sellingShop(await open())
    const pays = async (shipping: typeof express, buyer: object = testBuyer) => {
      const order = await placedWith(shop, shipping)
      const isAbroad = await isTestAbroad(shop, order.session)
      const form = isAbroad ? testPaymentFormAbroad : testPaymentForm
      await takeTestPayment(shop, order.session, form.parse({ ...buyer, choice: 'pay' }))
      return (await storedOrder(shop, order.id)).order
    }
    const paid = { state: 'paid', holdReason: null }
    expect(await pays(express)).toMatchObject({ ...paid, shippingAddress: { country: 'US' } })
    // A state of the United States is not asked for.
    const inBerlin = { ...testBuyer, city: 'Berlin', state: '', postalCode: '10115' }
    expect(await pays(toGermany, inBerlin)).toMatchObject({
      ...{ ...paid, shippingAddress: { country: 'DE', state: '', postalCode: '10115' } },
    })
    expect(testPaymentForm.safeParse({ ...inBerlin, choice: 'pay' }).success).toBe(false)
    expect(await pays(pickup)).toMatchObject({
      ...paid,
      shippingAddress: { name: inBerlin.name, line1: '' },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
