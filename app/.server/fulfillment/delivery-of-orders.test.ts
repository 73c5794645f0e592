import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { evidencePdf } from '#app/.server/documents/evidence-pdf.ts'
import { packingSlipsPdf } from '#app/.server/documents/packing-slip.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { fetchLineTaxes } from '#app/.server/payments/jobs/store-line-taxes.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { orderEvidence } from '#app/.server/risk/queries/evidence-page.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { edits, line, opensPage } from '#tests/support/order-edits.ts'
import { buyerAddress, payment, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { express, pickup, placedWith, toGermany } from '#tests/support/shipped-orders.ts'
import { offersMethods } from '#tests/support/shipping-methods.ts'
import { small, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { correctBuyer } from './commands/correct-buyer.ts'
import { orderToPack } from './queries/orders-to-pack.ts'

const inBerlin = {
  ...{ ...buyerAddress, line1: 'Hauptstraße 1', city: 'Berlin', state: '', postalCode: '10115' },
  country: 'DE',
}

async function paidWith(shop: AppContext, shipping: OrderShipping, address = buyerAddress) {
  const order = await placedWith(shop, shipping)
  await applyPaymentEvent(shop, payment(order, { address }))
  return (await storedOrder(shop, order.id)).order
}

const screenOf = async (shop: AppContext, { id }: { id: string }) => {
  const path = '/admin/dashboard/orders/:id'
  return (await renderAdminPage(shop, orderScreen, { path, address: path.replace(':id', id) }))
    .words
}

onBothDatabases('an order with a delivery', (open) => {
  it('to another country has it on the address sheet and in the evidence, and it can’t be changed [SHIPPING-08, SHIPPING-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidWith(shop, toGermany, inBerlin)
    const packed = await orderToPack(shop, order.id)
    if (!packed) throw new Error('nothing is packed')
    const sender = { name: 'Four Nines', lines: ['1 Street', 'Seattle, WA 98101'] }
    const sheet = (await readPdf(await packingSlipsPdf([packed], sender))).words
    expect(sheet).toMatch(/Hauptstraße 1\s+.*Berlin.*Germany/s)
    const home = await paidWith(shop, express)
    expect((await orderToPack(shop, home.id))?.shipTo.join()).not.toContain('United States')

    const evidence = await orderEvidence(shop, order.id, 'ann@example.com')
    expect(evidence?.order).toMatchObject({
      ...{ delivery: 'International shipping to Germany', shippingCents: 95_00 },
      shippingAddress: { country: 'DE' },
    })
    const pdf = (await readPdf(await evidencePdf(evidence as NonNullable<typeof evidence>))).words
    expect(pdf).toContain('International shipping to Germany, $95.00')
    const standard = await paidWith(shop, { ...pickup })
    expect((await orderEvidence(shop, standard.id, 'ann'))?.order.delivery).toBe('Pickup')

    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    const toFrance = { ...seen, email: 'ada@example.com', address: { ...inBerlin, country: 'FR' } }
    expect(await refusal(correctBuyer(shop, toFrance))).toMatchObject({
      ...{ code: 'wrong_country', status: 422 },
      message: 'The country of an order can’t be changed.',
    })
    expect((await storedOrder(shop, order.id)).order.shippingAddress).toEqual(inBerlin)
  })

  it('offers to refund its shipping with its tax beside the pieces; one without a rate does not [SHIPMONEY-04]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    await collectsTax(shop)
    const dear = await placedWith(shop, express)
    await tell(stripe.pay(dear.session))
    const fetched = await placedWith(shop, pickup)
    await tell(stripe.pay(fetched.session))
    pass(11)
    await fetchLineTaxes(shop)
    const tax = stripe.store.sessions.get(dear.session)?.shipping_cost?.amount_tax ?? 0
    expect(tax).toBeGreaterThan(0)
    const label = `Also refund shipping: ${formatCents(cents(45_00 + tax))}`
    expect(await screenOf(shop, dear)).toContain(label)
    expect(await screenOf(shop, fetched)).not.toContain('Also refund shipping')
  })

  it.each([
    ['express', express],
    ['to Germany', toGermany],
    ['picked up', pickup],
  ])(
    '%s is edited at Stripe: the difference is paid or refunded, and its shipping stays [SHIPMONEY-05, EDIT-02]',
    async (_name, shipping) => {
      const { shop, stripe, tell, pass } = await stripeShop(await open())
      await sendsAnyTotal(shop)
      await collectsTax(shop)
      const order = await placedWith(shop, shipping)
      const tellAll = async () => {
        for (const event of stripe.store.events) expect(await tell(event)).toBe(200)
      }
      stripe.pay(order.session)
      await tellAll()
      pass(11)
      await fetchLineTaxes(shop)
      const before = (await stored(shop, order)).balance.sold
      const { dueCents } = await edits(shop, order, { lines: [line(0, 'Small', 2)] })
      expect(dueCents).toBe(before.goods + before.tax - taxOfShipping(stripe, order.session))
      stripe.pay(await opensPage(shop, order))
      await tellAll()
      const two = await stored(shop, order)
      expect(two).toMatchObject({
        shippingCents: shipping.rate,
        editWaiting: false,
        holdReason: null,
      })
      expect(two.balance).toMatchObject({ due: 0, overpaid: 0 })
      expect(two.balance.sold).toMatchObject({ goods: 2 * before.goods, shipping: shipping.rate })
      // The piece of the first line is taken out again; what is left is the one that was added.
      await edits(shop, order, { lines: [line(0, 'Small', 0)] })
      await tellAll()
      const one = await stored(shop, order)
      expect(one.balance).toMatchObject({ sold: before, refunded: dueCents, due: 0 })
      expect(await linesOfOrder(shop.db.orm, order.id)).toHaveLength(2)
      expect(await orderFindings(shop.db.orm)).toEqual([])
    },
  )

  it.each(['debit', 'wire'] as const)(
    'is paid by %s at the bank price, its rate in full [SHIPMONEY-02, SHIPPING-05, BANK-02]',
    async (payBy) => {
      const { shop, stripe, tell } = await bankShop(await open())
      await offersMethods(shop)
      const answer = await quoteCart(shop, [small], null, { method: 'express' })
      await placedBy(shop, answer, payBy)
      const [order] = await shop.db.orm.select().from(orders)
      const session = stripe.store.sessions.get(order?.paymentSession ?? '')
      if (!order || !session) throw new Error('no order was placed')
      if (payBy === 'debit') await tell(stripe.pay(session.id, { later: true }))
      else {
        await tell(awaitWire(stripe, session.id).completed)
        await tell(wire(stripe, order.paymentCustomer ?? '', order.totalCents))
      }
      session.payment_status = 'paid'
      await tell(stripe.event('checkout.session.async_payment_succeeded', session))
      const { state, holdReason, balance } = await stored(shop, order)
      expect({ state, holdReason }).toEqual({ state: 'paid', holdReason: null })
      const { goods, discount, shipping } = balance.sold
      expect(shipping).toBe(35_00)
      expect(discount).toBe(Math.round(goods * 0.025))
      expect(balance).toMatchObject({ paid: goods - discount + 35_00, due: 0 })
      expect(await orderFindings(shop.db.orm)).toEqual([])
    },
  )
})

const taxOfShipping = (
  { store }: Awaited<ReturnType<typeof stripeShop>>['stripe'],
  session: string,
) => store.sessions.get(session)?.shipping_cost?.amount_tax ?? 0

const placedBy = (
  shop: AppContext,
  { quote, bank }: Awaited<ReturnType<typeof quoteCart>>,
  payBy: PayBy,
) => placeOrder(shop, { quote, amount: Number(bank?.total), payBy })
