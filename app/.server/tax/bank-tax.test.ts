import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sessionFindings } from '#app/.server/bookkeeping/queries/session-findings.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { paymentsOfOrder } from '#app/.server/ledger/refunds.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { emailOutbox, type SingleOrderEmailKind } from '#app/.server/platform/db/schema.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { testBuyer } from '#app/contracts/payments/test-payment.ts'
import { arrivalFrom } from '#app/domain/fulfillment/arrival.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import type { Day } from '#app/domain/time/day.ts'
import { bankShop, ordered, pair } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { stored } from '#tests/support/stripe-shop.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { reconcilePayments } from '../payments/jobs/reconcile-payments.ts'
import { fetchLineTaxes } from '../payments/jobs/store-line-taxes.ts'
import { testPaymentPage } from '../payments/queries/test-payment.ts'
import { refundOrder } from '../refunds/commands/refund-order.ts'
import { previewRefund } from '../refunds/queries/preview-refund.ts'

/** 6.5% and 3.85% of one line, which is due at the bank price. */
const taxOn = (goods: number) => Math.round(goods * 0.065) + Math.round(goods * 0.0385)

async function taxedBankShop(...args: Parameters<typeof bankShop>) {
  const selling = await bankShop(...args)
  await collectsTax(selling.shop)
  return selling
}

async function emailOf(shop: AppContext, id: string, kind: SingleOrderEmailKind) {
  await sendEmail(shop)
  const emails = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))
  return emails.find((email) => email.kind === kind)?.text ?? ''
}

const taxHolds = async (shop: AppContext, id: string) =>
  (await holdsOfOrder(shop.db.orm, id)).filter(({ kind }) => kind === 'sales tax')

/** Ledger, lines, receipt, report and the nightly look say one sum. */
async function agrees(
  shop: AppContext,
  id: string,
  { goods, tax }: Record<'goods' | 'tax', number>,
) {
  const order = await stored(shop, { id })
  expect(order.balance).toMatchObject({ due: 0, paid: goods + tax, sold: { tax } })
  expect(sumOfTaxes(await lineTaxesOf(shop.db.orm, id))).toBe(tax)
  expect((await orderPage(shop, order.token))?.summary).toMatchObject({
    total: goods,
    tax: { amount: tax, state: 'WA' },
    taxToCome: false,
  })
  expect(await emailOf(shop, id, 'order-paid-buyer')).toContain(formatCents(cents(goods + tax)))
  const month = shop.now().toISOString().slice(0, 7)
  expect((await taxReport(shop, { month, livemode: false })).states).toMatchObject([
    { state: 'WA', sales: goods, taxedSales: goods, charged: tax, toPay: tax },
  ])
  expect(await orderFindings(shop.db.orm)).toEqual([])
  expect(await sessionFindings(shop)).toMatchObject({ findings: [] })
  expect(await taxHolds(shop, id)).toEqual([])
}

async function refundAll(shop: AppContext, id: string) {
  const input = { of: 'whole' } as const
  const { amount: stated } = await previewRefund(shop, { id, wish: input, payment: null })
  const form = { ...(await seenByStaff(shop, { id })), key: id, payment: null, wish: input, stated }
  const words = { reason: 'The clasp broke.', note: '' }
  return refundOrder(shop, { ...form, ...words, requireFresh: async () => {} })
}

onBothDatabases('sales tax at the bank price', (open) => {
  it('is added to the lower price of a debit, and everything says the same sum [BANK-09]', async () => {
    const { shop, stripe, tell } = await taxedBankShop(await open())
    expect(await quoteCart(shop, [pair])).toMatchObject({
      taxAtCheckout: true,
      bank: { saving: expect.any(String) },
    })
    const order = await ordered(shop, 'debit')
    expect(order).toMatchObject({ withTax: true, payBy: 'debit' })
    const goods = order.totalCents
    const tax = taxOn(goods)
    await tell(stripe.pay(order.session, { later: true }))
    const session = stripe.store.sessions.get(order.session) ?? {}
    expect(session).toMatchObject({ amount_total: goods + tax })
    Object.assign(session, { payment_status: 'paid' })
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', holdReason: null })
    expect(await fetchLineTaxes(shop)).toBe(1)
    await agrees(shop, order.id, { goods, tax })

    expect(await refundAll(shop, order.id)).toMatchObject({ state: 'succeeded' })
    expect(await stored(shop, order)).toMatchObject({
      state: 'refunded',
      balance: { due: 0, refunded: goods + tax, sold: { goods: 0, tax: 0, discount: 0 } },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is due with a wire, which is whole with it and not a cent before [BANK-09, WIRE-01]', async () => {
    const { shop, stripe, tell } = await taxedBankShop(await open())
    const order = await ordered(shop, 'wire')
    const goods = order.totalCents
    const tax = taxOn(goods)
    const { completed, instructed } = awaitWire(stripe, order.session)
    // The page that says how to send it names no sum: nothing is asked of the buyer before.
    await tell(instructed)
    expect((await orderPage(shop, order.token))?.wire).toMatchObject({ isTaxKnown: false })
    expect(await emailOf(shop, order.id, 'order-wire-buyer')).toBe('')
    await tell(completed)
    const page = await orderPage(shop, order.token)
    expect(page?.wire).toMatchObject({ received: 0, missing: goods + tax, isTaxKnown: true })
    expect(page?.summary).toMatchObject({ total: goods, tax: { amount: tax }, taxToCome: false })
    const asked = await emailOf(shop, order.id, 'order-wire-buyer')
    expect(asked).toContain(`Still due: ${formatCents(cents(goods + tax))}`)
    await tell(wire(stripe, order.customer, goods))
    expect(await stored(shop, order)).toMatchObject({ state: 'pending', balance: { paid: goods } })
    expect((await orderPage(shop, order.token))?.wire).toMatchObject({ missing: tax })
    await tell(wire(stripe, order.customer, tax))
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', holdReason: null })
    const session = stripe.store.sessions.get(order.session) ?? {}
    Object.assign(session, { payment_status: 'paid' })
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    expect(await fetchLineTaxes(shop)).toBe(1)
    await agrees(shop, order.id, { goods, tax })

    expect(
      (await paymentsOfOrder(shop.db.orm, order.id)).map(({ from, left }) => [from, left]),
    ).toEqual([
      ['payment', goods + tax],
      ['cash balance', 0],
    ])
    expect(await refundAll(shop, order.id)).toMatchObject({ state: 'succeeded' })
    expect(await stored(shop, order)).toMatchObject({
      state: 'refunded',
      balance: { due: 0, refunded: goods + tax, sold: { goods: 0, tax: 0, discount: 0 } },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of a wire is asked for where the money was faster, or every webhook was lost [WIRE-01]', async () => {
    const { shop, stripe, tell, pass } = await taxedBankShop(await open())
    const [fast, lost] = [await ordered(shop, 'wire'), await ordered(shop, 'wire')]
    const due = fast.totalCents + taxOn(fast.totalCents)
    const { completed } = awaitWire(stripe, fast.session)
    await tell(wire(stripe, fast.customer, due + 700))
    expect(await stored(shop, fast)).toMatchObject({ state: 'pending', holdReason: null })
    await tell(completed)
    expect(await stored(shop, fast)).toMatchObject({
      state: 'paid',
      email: 'ada@example.com',
      shippingAddress: { state: 'WA' },
      pageTaxCents: due - fast.totalCents,
      balance: { paid: due + 700, due: -700 },
    })

    awaitWire(stripe, lost.session)
    wire(stripe, lost.customer, due)
    pass(5)
    await reconcilePayments(shop)
    expect(await stored(shop, lost)).toMatchObject({
      state: 'paid',
      holdReason: null,
      balance: { paid: due, due: 0, sold: { tax: due - lost.totalCents } },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of a wire that its page asks otherwise than the order puts it on hold [WIRE-01]', async () => {
    const { shop, stripe, tell } = await taxedBankShop(await open())
    const order = await ordered(shop, 'wire')
    const { completed } = awaitWire(stripe, order.session)
    Object.assign(completed.data.object, { amount_subtotal: order.totalCents - 100 })
    await tell(completed)
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      pageTaxCents: null,
      holdReason: expect.stringMatching(/^A wire of \$[\d,.]+ USD was requested with goods of/),
    })
  })

  it('that could not be computed holds the order once the wire came, and so does a state without any [TAX-09, WIRE-01]', async () => {
    const { shop, stripe, tell } = await taxedBankShop(await open())
    const [failed, untaxed] = [await ordered(shop, 'wire'), await ordered(shop, 'wire')]
    const { completed } = awaitWire(stripe, failed.session)
    const tax = { enabled: true, liability: null, provider: 'stripe', status: 'failed' }
    Object.assign(completed.data.object, { automatic_tax: tax })
    await tell(completed)
    await tell(wire(stripe, failed.customer, failed.totalCents + taxOn(failed.totalCents)))
    stripe.store.taxRates = {}
    await tell(awaitWire(stripe, untaxed.session).completed)
    await tell(wire(stripe, untaxed.customer, untaxed.totalCents))
    for (const [order, why] of [
      [failed, 'couldn’t calculate the sales tax (failed)'],
      [untaxed, 'No sales tax was charged'],
    ] as const) {
      expect(await stored(shop, order)).toMatchObject({ state: 'paid' })
      expect(await taxHolds(shop, order.id)).toMatchObject([
        { kind: 'sales tax', reason: expect.stringContaining(why) },
      ])
    }
  })

  it('of a test wire is shown before it is sent, and goes by the first address [BANK-09, TAX-07]', async () => {
    const { shop } = await sellingShop(await open())
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 250 as BankDiscount },
      'ann@example.com',
    )
    await collectsTax(shop)
    const order = await ordered(shop, 'wire')
    const tax = Math.round(order.totalCents * 0.0825)
    const part = { ...testBuyer, choice: 'part' as const, sum: cents(order.totalCents) }
    const send = (more: object) => takeTestPayment(shop, order.session, { ...part, ...more })
    expect(await send({})).toMatchObject({ outcome: 'other tax' })
    expect((await testPaymentPage(shop, order.session))?.summary.tax).toMatchObject({ amount: tax })
    await send({ shownTax: tax })
    expect((await testPaymentPage(shop, order.session, 'OR'))?.wire).toMatchObject({ missing: tax })
    await send({ state: 'OR', choice: 'pay' })
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      balance: { due: 0, sold: { tax } },
    })
    expect(sumOfTaxes(await lineTaxesOf(shop.db.orm, order.id))).toBe(tax)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('a debit that was placed is told to buyer and staff once, and one that failed to both [BANK-16, BANK-20, BANK-24]', async () => {
    const { shop, stripe, tell } = await taxedBankShop(await open())
    const [order, other] = [await ordered(shop, 'debit'), await ordered(shop, 'debit')]
    const due = order.totalCents + taxOn(order.totalCents)
    const completed = stripe.pay(order.session, { later: true })
    await tell(completed)
    await tell({ ...completed, id: 'evt_again' })
    // Placed on Wednesday, March 11: four bank days later is Tuesday.
    expect(await orderPage(shop, order.token)).toMatchObject({
      state: 'pending',
      debitBy: '2026-03-17',
      // Counted from that day, and not from the day of the order [BANK-24].
      arrival: arrivalFrom('2026-03-17' as Day, await shippingSetting.current(shop)),
      summary: { tax: { amount: due - order.totalCents }, taxToCome: false },
    })
    const { orders: listed } = await ordersPage(shop, { q: '', filter: 'all', page: 1 })
    expect(listed.find(({ id }) => id === order.id)).toMatchObject({
      onItsWay: 'debit',
      total: due,
    })
    const asked = await emailOf(shop, order.id, 'order-debit-buyer')
    expect(asked).toContain('we expect it by Tue, Mar 17.')
    expect(asked).toContain(formatCents(cents(due)))
    const toStaff = await emailOf(shop, order.id, 'order-debit-staff')
    expect(toStaff).toContain('expected by Tue, Mar 17. We’ll email you when it arrives. Don’t')

    await tell(stripe.pay(other.session, { later: true }))
    const session = stripe.store.sessions.get(other.session) ?? {}
    await tell(stripe.event('checkout.session.async_payment_failed', session))
    expect(await stored(shop, other)).toMatchObject({ state: 'cancelled' })
    expect(await emailOf(shop, other.id, 'order-debit-failed-buyer')).toContain(
      'Nothing was charged.',
    )
    const kinds = (await shop.db.orm.select().from(emailOutbox)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.includes('debit')).toSorted()).toEqual([
      'order-debit-buyer',
      'order-debit-buyer',
      'order-debit-failed-buyer',
      'order-debit-failed-staff',
      'order-debit-staff',
      'order-debit-staff',
    ])
  })
})
