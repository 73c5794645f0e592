import { and, asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sessionFindings } from '#app/.server/bookkeeping/queries/session-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orderHolds } from '#app/.server/platform/db/risk-schema.ts'
import { emailOutbox, orderLines } from '#app/.server/platform/db/schema.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { testBuyer } from '#app/contracts/payments/test-payment.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { chargeEvents, placed, small, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { acceptPaymentOfHeldOrder } from '../payments/commands/resolve-held-order.ts'
import { reconcilePayments } from '../payments/jobs/reconcile-payments.ts'
import { fetchLineTaxes } from '../payments/jobs/store-line-taxes.ts'
import { testPaymentPage } from '../payments/queries/test-payment.ts'
import { releaseShippingHold } from '../risk/commands/release-shipping-hold.ts'

/** The text of the email that a buyer gets who paid. */
async function emailOf(shop: AppContext, orderId: string): Promise<string> {
  await sendEmail(shop)
  const [email] = await shop.db.orm
    .select()
    .from(emailOutbox)
    .where(and(eq(emailOutbox.orderId, orderId), eq(emailOutbox.kind, 'order-paid-buyer')))
  // The random part of an address may spell any word.
  return (email?.text ?? '').replace(/https?:\S+/g, '')
}

const linesOf = (shop: AppContext, { id }: { id: string }) =>
  shop.db.orm
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.position))

/** 6.5% and 3.85% of each line. */
async function taxOf(shop: AppContext, order: { id: string }): Promise<number> {
  const lines = await linesOf(shop, order)
  return lines
    .flatMap(({ lineTotalCents: sum }) => [Math.round(sum * 0.065), Math.round(sum * 0.0385)])
    .reduce((all, each) => all + each, 0)
}

const two = [small, { productId: '8', size: 'Large', quantity: 2 }]

onBothDatabases('sales tax', (open) => {
  it('is not asked for until staff say so, and an order keeps what it was placed with [TAX-01, TAX-02]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const before = await placed(shop)
    expect(before).toMatchObject({
      withTax: false,
      answer: expect.not.objectContaining({ taxAtCheckout: true }),
    })
    await collectsTax(shop)
    await shop.db.orm.update(products).set({ taxCode: 'txcd_00000000' }).where(eq(products.id, '8'))
    const order = await placed(shop, two)
    expect(order).toMatchObject({ withTax: true, answer: { taxAtCheckout: true } })
    const lines = await linesOf(shop, order)
    expect(lines.map(({ taxCode }) => taxCode)).toEqual(['txcd_99999999', 'txcd_00000000'])
    await collectsTax(shop, { enabled: false })
    expect(await placed(shop)).toMatchObject({ withTax: false })
    // What is stored of each decides, not what the setting is by now.
    const asked = stripe.calls.map(({ body }) =>
      new URLSearchParams(body).get('automatic_tax[enabled]'),
    )
    expect(asked).toEqual(['false', 'true', 'false'])
    await tell(stripe.pay(before.session))
    expect(await stored(shop, before)).toMatchObject({
      state: 'paid',
      balance: { sold: { tax: 0 }, due: 0 },
    })
    await tell(stripe.pay(order.session))
    expect((await stored(shop, order)).balance.sold.tax).toBeGreaterThan(0)
  })

  it('is sold with the order, to the cent, by webhook or by asking, once [TAX-03]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    for (const way of ['webhook', 'asking'] as const) {
      const order = await placed(shop, two)
      const paid = stripe.pay(order.session)
      const tax = Number(paid.data.object.amount_total) - order.totalCents
      expect(tax).toBe(await taxOf(shop, order))
      pass(4)
      if (way === 'asking') expect(await reconcilePayments(shop)).toBe(1)
      expect(await tell(paid)).toBe(200)
      expect(await tell(paid)).toBe(200)
      expect(await stored(shop, order)).toMatchObject({
        state: 'paid',
        holdReason: null,
        balance: {
          sold: { goods: order.totalCents, tax, shipping: 0, discount: 0 },
          paid: order.totalCents + tax,
          due: 0,
          refundable: order.totalCents + tax,
        },
      })
    }
    expect(await orderFindings(shop.db.orm)).toEqual([])
    expect((await sessionFindings(shop)).findings).toEqual([])
  })

  it('is given back with a refund in parts and in whole, also where it came before the payment [TAX-03]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    const all = Number(paid.data.object.amount_total)
    const tax = all - order.totalCents
    // The goods alone are not all of it.
    await tell(chargeEvents(stripe, paid).refund(order.totalCents))
    await tell(paid)
    const part = await stored(shop, order)
    expect(part).toMatchObject({ state: 'paid', balance: { refunded: order.totalCents, due: 0 } })
    const left = Math.round((tax * tax) / all)
    expect(Math.abs(part.balance.sold.tax - left)).toBeLessThanOrEqual(1)
    await tell(chargeEvents(stripe, paid).refund(all))
    expect(await stored(shop, order)).toMatchObject({
      state: 'refunded',
      balance: { sold: { goods: 0, tax: 0 }, refunded: all, due: 0, refundable: 0 },
    })
  })

  it('that does not add up, or was not asked for, holds the payment; staff may accept it [TAX-03, ORDER-06]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const without = await placed(shop)
    await collectsTax(shop)
    const wrong = await placed(shop)
    for (const order of [without, wrong]) {
      const paid = stripe.pay(order.session)
      const details = { amount_discount: 0, amount_shipping: 0, amount_tax: 500 }
      const amount_total = order === wrong ? order.totalCents + 499 : order.totalCents + 500
      Object.assign(paid.data.object, { total_details: details, amount_total })
      expect(await tell(paid)).toBe(200)
      expect(await stored(shop, order)).toMatchObject({
        state: 'pending',
        holdReason: expect.stringMatching(order === wrong ? /don’t add up/ : /placed without/),
      })
    }
    const reason = 'A cent is missing; the buyer knows.'
    const { sanctions: _, ...seen } = await seenByStaff(shop, wrong)
    await acceptPaymentOfHeldOrder(shop, { ...seen, reason })
    expect(await stored(shop, wrong)).toMatchObject({
      state: 'paid',
      balance: { sold: { goods: wrong.totalCents, tax: 500, discount: 1 }, due: 0 },
    })
  })

  it('that is missing where the shop is registered, or could not be computed, holds the order and is found each night until it is released [TAX-09]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop, { states: ['WA', 'CA'] })
    const [missing, failed, elsewhere, fine] = [
      await placed(shop),
      await placed(shop),
      await placed(shop),
      await placed(shop),
    ]
    const paid = stripe.pay(missing.session, { state: 'CA' })
    expect([await tell(paid), await tell(paid)]).toEqual([200, 200])
    const unclear = stripe.pay(failed.session, { state: 'OR' })
    const status = 'requires_location_inputs'
    Object.assign(unclear.data.object, { automatic_tax: { enabled: true, status } })
    await tell(unclear)
    await tell(stripe.pay(elsewhere.session, { state: 'OR' }))
    await tell(stripe.pay(fine.session))
    const holds = async ({ id }: { id: string }) =>
      (await holdsOfOrder(shop.db.orm, id)).map(({ kind, reason }) => [kind, reason])
    const sum = formatCents(cents(missing.totalCents))
    expect(await holds(missing)).toEqual([
      ['sales tax', expect.stringContaining(`No sales tax was charged on goods of ${sum} to CA`)],
    ])
    expect(await holds(failed)).toEqual([
      ['sales tax', expect.stringContaining('(requires location inputs). None was charged')],
    ])
    expect([await holds(elsewhere), await holds(fine)]).toEqual([[], []])
    expect(await stored(shop, missing)).toMatchObject({ state: 'paid', needsReview: true })
    const finding = (order: { number: string }, state: string) =>
      `Order ${order.number}: the sales tax expected on ${sum} to ${state} wasn’t charged as it should have been.`
    const both = [finding(missing, 'CA'), finding(failed, 'OR')].toSorted()
    expect((await orderFindings(shop.db.orm)).toSorted()).toEqual(both)
    // One that was paid before there was such a hold is found as well.
    await shop.db.orm.delete(orderHolds).where(eq(orderHolds.orderId, missing.id))
    expect((await orderFindings(shop.db.orm)).toSorted()).toEqual(both)
    const [hold] = await holdsOfOrder(shop.db.orm, failed.id)
    const { sanctions: _, ...seen } = await seenByStaff(shop, failed)
    const reason = 'Oregon has no sales tax.'
    await releaseShippingHold(shop, { ...seen, hold: hold?.id ?? 0, reason, checks: [] })
    await collectsTax(shop, { states: ['WA'] })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is kept by line and jurisdiction, asked for again where it could not be had [TAX-04]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop, two)
    expect(await fetchLineTaxes(shop)).toBe(0)
    await tell(stripe.pay(order.session))
    stripe.behave(500)
    expect(await fetchLineTaxes(shop)).toBe(0)
    stripe.behave(null)
    // Not at every run.
    expect(await fetchLineTaxes(shop)).toBe(0)
    expect((await stored(shop, order)).state).toBe('paid')
    // Taxes that are not those of the payment are not kept.
    const [first] = stripe.store.lineItems.get(order.session) ?? []
    const right = structuredClone(first)
    Object.assign(first ?? {}, { taxes: [], amount_tax: 0 })
    pass(11)
    expect(await fetchLineTaxes(shop)).toBe(0)
    Object.assign(first ?? {}, right)
    pass(11)
    expect(await fetchLineTaxes(shop)).toBe(1)
    pass(11)
    const asked = stripe.calls.length
    expect(await fetchLineTaxes(shop)).toBe(0)
    expect(stripe.calls).toHaveLength(asked)
    const taxes = await lineTaxesOf(shop.db.orm, order.id)
    expect(taxes.map(({ line, level, name }) => [line, level, name])).toEqual([
      [0, 'state', 'Washington'],
      [0, 'city', 'Seattle'],
      [1, 'state', 'Washington'],
      [1, 'city', 'Seattle'],
    ])
    const { balance } = await stored(shop, order)
    expect(taxes.reduce((sum, { tax }) => sum + tax, 0)).toBe(balance.sold.tax)
    expect(await orderFindings(shop.db.orm)).toEqual([])
    await expect(shop.db.orm.execute(sql`update order_taxes set tax_cents = 1`)).rejects.toThrow()
  })

  it('is shown to buyer and staff, and in their mails, where one was charged and nowhere else [TAX-05]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const untaxed = await placed(shop)
    await collectsTax(shop)
    const [taxed, elsewhere] = [await placed(shop), await placed(shop)]
    expect((await orderPage(shop, taxed.token))?.summary).toMatchObject({
      tax: null,
      taxToCome: true,
    })
    await tell(stripe.pay(untaxed.session))
    await tell(stripe.pay(taxed.session))
    await tell(stripe.pay(elsewhere.session, { state: 'OR' }))
    await fetchLineTaxes(shop)
    const { balance } = await stored(shop, taxed)
    const tax = {
      amount: balance.sold.tax,
      state: 'WA',
      isTrial: false,
      parts: [
        { name: 'Washington', rate: '6.5000', amount: Math.round(taxed.totalCents * 0.065) },
        { name: 'Seattle', rate: '3.8500', amount: Math.round(taxed.totalCents * 0.0385) },
      ],
    }
    for (const page of [await orderPage(shop, taxed.token), await adminOrder(shop, taxed.id)]) {
      expect(page?.summary).toMatchObject({ total: taxed.totalCents, tax, taxToCome: false })
    }
    expect(await emailOf(shop, taxed.id)).toMatch(
      /Goods +\$[\d,.]+\n +Sales tax \(WA\)\n +Washington 6\.5%, Seattle 3\.85% +\$[\d,.]+\n +Total paid +\$/,
    )
    const listed = (await ordersPage(shop, { q: '', filter: 'all', page: 1 })).orders
    const totals = new Map(listed.map(({ id, total }) => [id, total]))
    expect(totals.get(taxed.id)).toBe(taxed.totalCents + balance.sold.tax)
    expect(totals.get(untaxed.id)).toBe(untaxed.totalCents)
    for (const order of [untaxed, elsewhere]) {
      expect((await orderPage(shop, order.token))?.summary).toMatchObject({
        tax: null,
        taxToCome: false,
      })
      expect(await emailOf(shop, order.id)).not.toMatch(/tax/i)
    }
  })
})

onBothDatabases('sales tax of test payments', (open) => {
  const pay = { choice: 'pay' as const, ...testBuyer }

  it('is a plain rate of the states of the shop, and shown before it is paid [TAX-07]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    const order = await pendingOrder(shop)
    const session = order.paymentSession ?? ''
    const page = await testPaymentPage(shop, session)
    const tax = Math.round((order.totalCents * 825) / 10_000)
    expect(page?.summary.tax).toMatchObject({ amount: tax, state: 'WA', isTrial: true })
    // Another state, and so another sum than the page had: it is shown first.
    for (const [shownTax, state] of [
      [tax, 'OR'],
      [0, 'WA'],
      [tax - 1, 'WA'],
    ] as const) {
      const taken = await takeTestPayment(shop, session, { ...pay, state, shownTax })
      expect(taken?.outcome).toBe('other tax')
    }
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    expect((await takeTestPayment(shop, session, { ...pay, shownTax: tax }))?.outcome).toBe('paid')
    const { balance, order: after } = await storedOrder(shop, order.id)
    expect(balance).toMatchObject({ sold: { goods: order.totalCents, tax }, due: 0 })
    expect(after.lineTaxesKnownAt).not.toBeNull()
    expect(await lineTaxesOf(shop.db.orm, order.id)).toMatchObject([{ name: 'Trial rate', tax }])
    expect(await orderFindings(shop.db.orm)).toEqual([])
    expect(await emailOf(shop, order.id)).toContain('Sales tax (WA), trial rate')
  })

  it('is none elsewhere, and none where the order was placed without [TAX-07]', async () => {
    const { shop } = await sellingShop(await open())
    const without = await pendingOrder(shop)
    await collectsTax(shop)
    const order = await pendingOrder(shop)
    const paid = { ...pay, state: 'OR', shownTax: 0 }
    for (const each of [without, order]) {
      const choice = each === without ? pay : paid
      const taken = await takeTestPayment(shop, each.paymentSession ?? '', choice)
      expect(taken?.outcome).toBe('paid')
      expect((await storedOrder(shop, each.id)).balance).toMatchObject({ sold: { tax: 0 }, due: 0 })
    }
  })
})
