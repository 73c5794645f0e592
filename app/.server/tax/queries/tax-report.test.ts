import { sql } from 'drizzle-orm'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { fetchLineTaxes } from '#app/.server/payments/jobs/store-line-taxes.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { testBuyer } from '#app/contracts/payments/test-payment.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import * as csvRoute from '#app/routes/admin/tax/sales-tax-csv.ts'
import * as report from '#app/routes/admin/tax/sales-tax-report.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder, riskEvent, storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { chargeEvents, placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { isMonth, monthOf, taxReport } from './tax-report.ts'

async function csvAt(app: AppContext, address: string): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request(new URL(address, 'http://localhost:3000'))
  const args = { request, context, params: {} } as unknown as LoaderFunctionArgs
  return csvRoute.loader(args as never)
}

/** Paid with its tax by a test payment. */
async function taxedOrder(shop: AppContext) {
  const order = await pendingOrder(shop)
  const shownTax = Math.round((order.totalCents * 825) / 10_000)
  const pay = { choice: 'pay' as const, ...testBuyer, shownTax }
  await takeTestPayment(shop, order.paymentSession ?? '', pay)
  return (await storedOrder(shop, order.id)).order
}

const march = { month: '2026-03', livemode: false }

onBothDatabases('the sales tax of a month', (open) => {
  it('is that of the ledger, by state, with what was credited [TAX-06]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const untaxed = await placed(shop)
    await collectsTax(shop)
    const [kept, refunded, elsewhere] = [await placed(shop), await placed(shop), await placed(shop)]
    await tell(stripe.pay(untaxed.session))
    await tell(stripe.pay(kept.session))
    await tell(stripe.pay(elsewhere.session, { state: 'OR' }))
    const paid = stripe.pay(refunded.session)
    await tell(paid)
    await tell(chargeEvents(stripe, paid).refund(10_000))
    await placed(shop)
    const goods = untaxed.totalCents
    const tax = (await stored(shop, kept)).balance.sold.tax
    const left = (await stored(shop, refunded)).balance.sold
    const sums = await taxReport(shop, march)
    expect(sums.states).toEqual([
      { state: 'OR', orders: 1, sales: goods, taxedSales: 0, charged: 0, credited: 0, toPay: 0 },
      {
        state: 'WA',
        orders: 3,
        sales: 2 * goods + left.goods,
        taxedSales: goods + left.goods,
        charged: 2 * tax,
        credited: tax - left.tax,
        toPay: tax + left.tax,
      },
    ])
    expect(left.goods + left.tax).toBe(goods + tax - 10_000)
    // Where the table is narrow the sum to pay can still be followed.
    const { words } = await renderAdminPage(shop, report, { address: '/admin?month=2026-03' })
    expect(words).toContain('A sale stays in the state its tax was calculated for')
    expect(words).toContain(
      `${formatCents(cents(2 * tax))} less ${formatCents(cents(tax - left.tax))} credited`,
    )
    expect(sums.total).toMatchObject({ orders: 4, charged: 2 * tax, toPay: tax + left.tax })
    // Oregon has no tax of which a line could tell.
    expect(sums).toMatchObject({ withoutLines: 2, places: [] })
    await fetchLineTaxes(shop)
    const known = await taxReport(shop, march)
    expect(known.withoutLines).toBe(0)
    expect(known.places.map(({ state, level, name }) => [state, level, name])).toEqual([
      ['WA', 'state', 'Washington'],
      ['WA', 'city', 'Seattle'],
    ])
    expect(known.places.reduce((sum, each) => sum + each.charged, 0)).toBe(2 * tax)
    // What was credited is split among them, to the cent [TAX-12].
    expect(known.places.reduce((sum, each) => sum + each.toPay, 0)).toBe(tax + left.tax)
    expect(known.places.map(({ taxable }) => taxable)).toEqual([
      goods + left.goods,
      goods + left.goods,
    ])
    expect((await taxReport(shop, { ...march, livemode: true })).states).toEqual([])
    expect((await taxReport(shop, { ...march, month: '2026-02' })).states).toEqual([])
  })

  it('credits what a bank took back in the month it did, and no longer once it was won [TAX-11]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await collectsTax(shop)
    const [order] = [await taxedOrder(shop), await taxedOrder(shop)]
    const { goods, tax } = (await storedOrder(shop, order.id)).balance.sold
    const happens = async (type: 'dispute open' | 'dispute lost' | 'dispute won') => {
      const amount = cents(goods + tax)
      await applyPaymentEvent(shop, { ...riskEvent(order, type, shop.now()), amount })
      pass(60)
    }
    const sums = async (month: string) => {
      const { states } = await taxReport(shop, { ...march, month })
      return states.map(({ state, orders, sales, taxedSales, charged, credited, toPay }) => [
        ...[state, orders, sales, taxedSales, charged, credited, toPay],
      ])
    }
    const sold = [['WA', 2, 2 * goods, 2 * goods, 2 * tax, 0, 2 * tax]]
    expect(await sums('2026-03')).toEqual(sold)
    const aMonth = 31 * 24 * 60
    pass(aMonth)
    await happens('dispute open')
    expect(await sums('2026-04')).toEqual([])
    await happens('dispute lost')
    expect(await sums('2026-03')).toEqual(sold)
    expect(await sums('2026-04')).toEqual([['WA', 0, -goods, -goods, 0, tax, -tax]])
    pass(aMonth)
    await happens('dispute won')
    expect(await sums('2026-04')).toEqual([['WA', 0, -goods, -goods, 0, tax, -tax]])
    expect(await sums('2026-05')).toEqual([['WA', 0, goods, goods, 0, -tax, tax]])
    const { words } = await renderAdminPage(shop, report, { address: '/admin?month=2026-05' })
    expect(words).toContain(`plus ${formatCents(tax)} no longer credited`)
  })

  it('counts goods as untaxed once their sales tax alone was refunded [TAX-12]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await collectsTax(shop)
    const [order] = [await taxedOrder(shop), await taxedOrder(shop)]
    const { goods, tax } = (await storedOrder(shop, order.id)).balance.sold
    const refund = async (wish: RefundInput, stated: Cents) => {
      pass(1)
      const { id, revision } = (await storedOrder(shop, order.id)).order
      const ask = { id, revision, wish, stated, by: 'ann', key: `${stated}`, payment: null }
      await refundOrder(shop, {
        ...ask,
        reason: 'It shipped to Oregon.',
        note: '',
        requireFresh: async () => {},
      })
    }
    const figures = async (month: string) => {
      const { states, places } = await taxReport(shop, { ...march, month })
      return {
        states: states.map(({ state, orders, charged, ...sums }) => sums),
        places: places.map(({ taxable, credited, toPay }) => ({ taxable, credited, toPay })),
      }
    }
    await refund({ of: 'tax' }, tax)
    expect(await figures('2026-03')).toEqual({
      states: [{ sales: 2 * goods, taxedSales: goods, credited: tax, toPay: tax }],
      places: [{ taxable: goods, credited: tax, toPay: tax }],
    })
    // What is returned later was no longer taxed.
    pass(31 * 24 * 60)
    await refund({ of: 'lines', quantities: [{ position: 0, quantity: 1 }] }, goods)
    expect(await figures('2026-04')).toEqual({
      states: [{ sales: -goods, taxedSales: 0, credited: 0, toPay: 0 }],
      places: [],
    })
  })

  it('credits a debit and a wire that the bank took back, until another payment comes [TAX-11]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await collectsTax(shop)
    const order = await taxedOrder(shop)
    const { goods, tax } = (await storedOrder(shop, order.id)).balance.sold
    pass(31 * 24 * 60)
    const amount = cents(goods + tax)
    await applyPaymentEvent(shop, { ...riskEvent(order, 'debit returned', shop.now()), amount })
    const credited = { sales: -goods, taxedSales: -goods, credited: tax, toPay: -tax }
    const april = { ...march, month: '2026-04' }
    expect((await taxReport(shop, april)).states).toMatchObject([credited])
    const more = { id: 'again', reference: 'again', amount }
    await applyPaymentEvent(shop, payment(order, more))
    expect((await taxReport(shop, april)).states).toEqual([])
  })

  it('has one row a state, however older orders spell it [PLACE-03]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const spellings = ['California', 'ca', 'CA', 'Calif.', 'AE']
    for (const state of spellings) {
      const order = await placed(shop)
      await tell(stripe.pay(order.session, { state }))
      const [kept] = await rows<{ state: string }>(
        shop.db.orm,
        sql`select shipping_address ->> 'state' as state from orders where id = ${order.id}`,
      )
      expect(kept).toEqual({ state: state === 'AE' ? 'AE' : 'CA' })
      // As a program of before wrote it.
      await shop.db.orm.execute(sql`update orders set shipping_address =
        shipping_address || jsonb_build_object('state', ${state}::text) where id = ${order.id}`)
      expect((await storedOrder(shop, order.id)).order.shippingAddress).toMatchObject(kept ?? {})
    }
    const { states, total } = await taxReport(shop, march)
    expect(states.map(({ state, orders }) => [state, orders])).toEqual([
      ['AE', 1],
      ['CA', 4],
    ])
    expect(total.orders).toBe(5)
    expect(states.reduce((sum, { sales }) => sum + sales, 0)).toBe(total.sales)
    const { words } = await renderAdminPage(shop, report, { address: '/admin?month=2026-03' })
    expect([words.split('California').length, words.split('Armed Forces Europe').length]).toEqual([
      2, 2,
    ])
    const csv = await (await csvAt(shop, '/admin?month=2026-03')).text()
    expect(csv.split('\r\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^2026-03,AE,1,/),
      expect.stringMatching(/^2026-03,CA,4,/),
    ])
  })

  it('is a table and a file with the same figures; a month ends in the time zone of the shop [TAX-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await collectsTax(shop)
    // 1 April, 06:30 UTC, which is 31 March in Seattle.
    pass(20 * 24 * 60 + 14 * 60 + 30)
    expect(shop.now().toISOString()).toBe('2026-04-01T06:30:00.000Z')
    expect(monthOf(shop.now())).toBe('2026-03')
    const order = await pendingOrder(shop)
    const tax = Math.round((order.totalCents * 825) / 10_000)
    const pay = { choice: 'pay' as const, ...testBuyer, shownTax: tax }
    await takeTestPayment(shop, order.paymentSession ?? '', pay)
    const { words } = await renderAdminPage(shop, report, { address: '/admin?month=2026-03' })
    const dollars = (sum: number) => (sum / 100).toFixed(2)
    for (const text of ['Washington', 'none of this is owed', 'Trial rate', '8.25%']) {
      expect(words).toContain(text)
    }
    const csv = await csvAt(shop, '/admin?month=2026-03')
    expect(csv.headers.get('Content-Disposition')).toBe(
      'attachment; filename="sales-tax-2026-03-test.csv"',
    )
    const [goods, charged] = [dollars(order.totalCents), dollars(tax)]
    expect(await csv.text()).toBe(
      `month,state,orders,sales,taxed_sales,tax_charged,tax_credited,tax_to_pay\r\n2026-03,WA,1,${goods},${goods},${charged},0.00,${charged}\r\n`,
    )
    const places = await csvAt(shop, '/admin?month=2026-03&by=place')
    expect(await places.text()).toBe(
      `month,state,level,name,rate_percent,taxable,tax_charged,tax_credited,tax_to_pay\r\n2026-03,WA,state,Trial rate,8.2500,${goods},${charged},0.00,${charged}\r\n`,
    )
    const april = await renderAdminPage(shop, report, { address: '/admin?month=2026-04' })
    expect(april.words).toContain('Nothing was sold or returned this month.')
    // Anything that is no month is this one.
    expect(['2026-13', '1999-01', '', 'x'].filter(isMonth)).toEqual([])
    const other = await renderAdminPage(shop, report, { address: '/admin?month=2026-13' })
    expect(other.words).toContain('Washington')
  })
})
