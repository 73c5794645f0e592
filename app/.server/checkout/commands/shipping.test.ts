import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { productPage } from '#app/.server/catalog/queries/product-page.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { readQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { buyingFacts } from '#app/routes/shop/product/buying-facts.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { makeCode, ordered } from '#tests/support/discount-codes.ts'
import { emailed } from '#tests/support/emailed.ts'
import { buyerAddress, payment, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { changeProducts } from '#tests/support/products.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { allMethods, offersMethods } from '#tests/support/shipping-methods.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const express: ShippingChoice = { method: 'express' }
const toGermany: ShippingChoice = { method: 'international', country: 'DE' }
const pickup: ShippingChoice = { method: 'pickup' }

const quoted = (shop: AppContext, chosen?: ShippingChoice) => quoteCart(shop, [small], null, chosen)
const centsOf = (dollars: string | undefined) => Math.round(Number(dollars) * 100)
const inBerlin = {
  ...{ ...buyerAddress, line1: 'Hauptstraße 1', city: 'Berlin', state: '', postalCode: '10115' },
  country: 'DE',
}

/** Paid, as its provider reports it. */
async function paid(shop: AppContext, chosen: ShippingChoice, address = buyerAddress) {
  const order = await ordered(shop, await quoted(shop, chosen))
  await applyPaymentEvent(shop, payment(order, { address }))
  return (await storedOrder(shop, order.id)).order
}

async function receiptOf(shop: AppContext, { id }: { id: string }): Promise<string> {
  const found = await documentForStaff(shop, { id, file: 'receipt.pdf' })
  return (await readPdf((found as { pdf: Uint8Array }).pdf)).words
}

const screenOf = async (shop: AppContext, { id }: { id: string }) => {
  const path = '/admin/dashboard/orders/:id'
  const screen = { path, address: path.replace(':id', id) }
  return (await renderAdminPage(shop, orderScreen, screen)).words
}

onBothDatabases('a piece that is not sent to other countries', (open) => {
  it('is refused by name where one is chosen, at the quote and at checkout, and its page says so [SHIPPING-10]', async () => {
    const { shop } = await sellingShop(await open())
    await offersMethods(shop)
    const quote = await quoted(shop, toGermany)
    await changeProducts(shop, { usOnly: true }, eq(products.id, '7'))
    const message =
      'Fir Cone can’t be shipped internationally. Please remove it or choose another delivery option.'
    const refused = { code: 'shipping_refused', status: 422, message }
    expect(await refusal(quoted(shop, toGermany))).toMatchObject(refused)
    expect(await refusal(placeOrder(shop, checkout(quote)))).toMatchObject(refused)
    for (const chosen of [undefined, express, pickup]) await quoted(shop, chosen)
    const page = await productPage(shop, '7')
    if (!page) throw new Error('no page')
    const { promise, product, ...terms } = page
    expect(buyingFacts(promise, terms, product).shipping).toContain('Ships to US addresses only.')
    // One that is no longer sold leaves the cart, whatever it was.
    await changeProducts(shop, { active: false }, eq(products.id, '7'))
    expect((await quoted(shop, toGermany)).lines).toEqual([])
    await changeProducts(shop, { active: true, usOnly: false }, eq(products.id, '7'))
    await placeOrder(shop, checkout(quote))
  })
})

onBothDatabases('the delivery of a cart', (open) => {
  async function shopWithMethods() {
    const selling = await sellingShop(await open())
    await offersMethods(selling.shop)
    return selling
  }

  it('is refused where it is not offered, and priced where it is [SHIPPING-02, SHIPPING-04, SHIPPING-05]', async () => {
    const { shop } = await sellingShop(await open())
    for (const chosen of [express, toGermany, pickup]) {
      expect(await refusal(quoted(shop, chosen))).toMatchObject({
        ...{ code: 'shipping_refused', status: 422 },
        message: expect.stringContaining('Please choose another delivery option.'),
      })
    }
    await offersMethods(shop)
    const standard = await quoted(shop)
    expect(standard.shipping).not.toHaveProperty('rate')
    const dear = await quoted(shop, express)
    expect(readQuoteResponse(dear)).toEqual(dear)
    expect(centsOf(dear.total)).toBe(centsOf(standard.total) + 3500)
    expect(dear.shipping).toMatchObject({ row: 'Express shipping', rate: '35.00' })
    const abroad = await quoted(shop, toGermany)
    expect(abroad.shipping).toMatchObject({
      ...{ row: 'International shipping to Germany', rate: '90.00', arrives: null },
      cost: allMethods.customsText,
    })
    expect((await quoted(shop, pickup)).total).toBe(standard.total)
    for (const country of ['JP', 'CU', 'US', undefined]) {
      const chosen = { method: 'international', country } as const
      expect((await refusal(quoted(shop, chosen))).status).toBe(422)
    }
  })

  it('takes no code and no bank discount off its rate [SHIPPING-05]', async () => {
    const { shop } = await shopWithMethods()
    await makeCode(shop)
    const bankDiscount = 250 as BankDiscount
    await saveSetting(shop, bankDiscountSetting, { bankDiscount }, 'ann@example.com')
    const code = { code: 'SUMMER-10' }
    const goods = await quoteCart(shop, [small], code)
    const sent = await quoteCart(shop, [small], code, toGermany)
    expect(sent.code?.saving).toBe(goods.code?.saving)
    expect(sent.bank?.saving).toBe(goods.bank?.saving)
    expect(centsOf(sent.bank?.total)).toBe(centsOf(goods.bank?.total) + 9000)
    const { quote, bank } = sent
    await placeOrder(shop, { quote, amount: Number(bank?.total), payBy: 'debit' })
  })

  it('is checked again at checkout: what is no longer offered is refused, and what is asked again keeps it [SHIPPING-04]', async () => {
    const { shop, pass } = await shopWithMethods()
    const [dear, abroad] = [await quoted(shop, express), await quoted(shop, toGermany)]
    await offersMethods(shop, { ...allMethods, express: false, countries: ['CA'] })
    expect(await refusal(placeOrder(shop, checkout(dear)))).toMatchObject({
      ...{ code: 'shipping_refused', status: 422 },
      message: 'Express shipping isn’t offered. Please choose another delivery option.',
    })
    expect((await refusal(placeOrder(shop, checkout(abroad)))).message).toBe(
      'We don’t ship to Germany. Please choose another country.',
    )
    await offersMethods(shop)
    pass(11)
    const late = await refusal(placeOrder(shop, checkout(abroad)))
    expect(late).toMatchObject({ code: 'quote_expired', status: 409 })
    const fresh = readQuoteResponse(late.details?.fresh)
    expect(fresh?.shipping?.row).toBe('International shipping to Germany')
  })

  it('costs the lower of the quote and of today [SHIPPING-05, QUOTE-04]', async () => {
    const { shop, goldBecomes } = await shopWithMethods()
    const dear = await quoted(shop, express)
    await offersMethods(shop, { ...allMethods, expressRate: cents(5000) })
    expect((await ordered(shop, dear)).totalCents).toBe(centsOf(dear.total))
    const dearer = await quoted(shop, express)
    await offersMethods(shop, { ...allMethods, expressRate: cents(1000) })
    const cheaper = await ordered(shop, dearer)
    expect(cheaper).toMatchObject({
      ...{ totalCents: centsOf(dearer.total) - 4000, shippingCents: 1000 },
    })
    const held = await quoted(shop, express)
    await goldBecomes('120')
    const lower = await quoted(shop, express)
    expect((await ordered(shop, held)).totalCents).toBe(centsOf(lower.total))
  })

  it('is on the page of the order, its receipt, its emails and its screen, with the ship-by day of express [SHIPPING-07]', async () => {
    const { shop } = await shopWithMethods()
    const order = await paid(shop, express)
    expect(order).toMatchObject({
      ...{ state: 'paid', shippingMethod: 'express', shippingCents: 3500, shipBy: '2026-03-12' },
    })
    const page = await orderPage(shop, order.token)
    expect(page?.summary.shipping).toEqual({ method: 'express', country: 'US', rate: 3500 })
    expect(page?.shipping).toMatchObject({ processingTime: '1 business day' })
    const { text } = await emailed(shop, 'order-paid-buyer', order)
    expect(text).toMatch(/ {2}Express shipping\s+\$35\.00/)
    expect(text.match(/1-2 business days/g)).toHaveLength(1)
    expect(text).toContain('Shipping time: 1-2 business days')
    expect(await receiptOf(shop, order)).toContain('Express shipping')
    expect(await screenOf(shop, order)).toContain('Express shipping')
    expect(await checkRecords(shop)).toBe('done')
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
  })

  it('of pickup names the address and hours in place of shipping [SHIPPING-07]', async () => {
    const { shop } = await shopWithMethods()
    const order = await paid(shop, pickup)
    expect(await orderPage(shop, order.token)).toMatchObject({
      ...{ isPickup: true, arrival: null },
      pickupPlace: { address: allMethods.pickupAddress, hours: allMethods.pickupHours },
    })
    const { text } = await emailed(shop, 'order-paid-buyer', order)
    expect(text).toContain('7 Example Lane')
    expect(text).toContain('Mon to Fri, 9 to 5')
    expect(text).toContain('We’ll email you a pickup code when your order is ready.')
    expect(text).toContain('Ready for pickup by')
    expect(text).not.toContain('Shipping to')
    expect(text).not.toContain('Ships by')
  })

  it('to another country names it wherever the address is [SHIPPING-07]', async () => {
    const { shop } = await shopWithMethods()
    const order = await paid(shop, toGermany, inBerlin)
    expect(order).toMatchObject({ state: 'paid', shippingCountry: 'DE', shippingCents: 9000 })
    const { text } = await emailed(shop, 'order-paid-buyer', order)
    expect(text).toContain('Germany')
    expect(text).toContain(allMethods.customsText)
    const receipt = await receiptOf(shop, order)
    expect(receipt).toContain('10115 Germany')
    expect(receipt).toContain('International shipping to Germany')
    const words = await screenOf(shop, order)
    expect(words).toContain('International shipping to Germany')
    expect(words).not.toContain('This address has no')
    // Many countries have no states: nothing is missing.
    const list = { q: '', page: 1 }
    expect(await ordersPage(shop, { ...list, filter: 'address' })).toMatchObject({ total: 0 })
    const [listed] = (await ordersPage(shop, { ...list, filter: 'todo' })).orders
    expect(listed).toMatchObject({ delivery: 'Germany', isPickup: false, awaitsBuyer: false })
    const today = await todayPage(shop, 'owner')
    expect(today.next.paid).toMatchObject([{ delivery: 'Germany' }])
    expect(today.work.address).toBe(0)
  })
})
