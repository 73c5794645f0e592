import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { productPage } from '#app/.server/catalog/queries/product-page.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { buyingFacts } from '#app/routes/shop/product/buying-facts.tsx'
import { offerTerms } from '#app/routes/shop/product/offer-terms.ts'
import * as returnScreen from '#app/routes/shop/return.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { renderPage } from '#tests/support/page.tsx'
import { changeProducts } from '#tests/support/products.ts'
import { buyerAsks, confirmedBy, sendsAnyTotal } from '#tests/support/returns.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { recordShipment } from '../fulfillment/commands/record-shipment.ts'
import { orderPage } from '../orders/queries/order-page.ts'
import { linesOfOrder } from '../orders/repository.ts'
import { openReturn, requestReturn } from './commands/open-return.ts'
import { returnPage } from './queries/return-page.ts'

const plain = { productId: '7', size: 'Small', quantity: 1 }
const engraved = { ...plain, engraving: 'For Ada' }
const other = { productId: '8', size: 'Small', quantity: 1 }
const of7 = eq(products.id, '7')

async function sent(app: AppContext, lines: Parameters<typeof pendingOrder>[1]) {
  await sendsAnyTotal(app)
  const order = await pendingOrder(app, lines)
  await applyPaymentEvent(app, payment(order))
  await recordShipment(app, { ...(await readyToSend(app, order)), tracking: `T-${order.id}` })
  return order
}

const finalOf = async (app: AppContext, lines: Parameters<typeof quoteCart>[1]) =>
  (await quoteCart(app, lines)).lines.map(({ finalSale }) => finalSale)

const takesEngraved = (app: AppContext, takesEngraved: boolean) => {
  const tolerance = 50 as Milligrams
  const terms = { days: 30, tolerance, instructions: 'By insured mail.', takesEngraved }
  return saveSetting(app, returnTermsSetting, terms, 'ann@example.com')
}

onBothDatabases('a piece that cannot be returned', (open) => {
  it('says so on its page and in the cart, is refused to its buyer, and opened by staff by name [RETURN-14]', async () => {
    const { shop } = await sellingShop(await open())
    const before = await sent(shop, [plain])
    await changeProducts(shop, { finalSale: true }, of7)
    const page = await productPage(shop, '7')
    if (!page) throw new Error('no page')
    const { promise, product, ...terms } = page
    const facts = buyingFacts(promise, terms, product)
    expect(facts.returns).toBe('Final sale. It can’t be returned unless we made a mistake.')
    expect(
      offerTerms({ shipping: promise.shipping, returnDays: null }).hasMerchantReturnPolicy,
    ).toMatchObject({ returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' })
    expect(await finalOf(shop, [plain, other])).toEqual([true, undefined])
    const order = await sent(shop, [plain, other])
    const found = await returnPage(shop, order.token, confirmedBy(shop, order))
    expect(found?.pieces.map(({ isFinal }) => isFinal)).toEqual([true, false])
    const refused = await refusal(requestReturn(shop, await buyerAsks(shop, order)))
    expect(refused).toMatchObject({ status: 409, code: 'return_refused' })
    expect(refused.message).toContain('can’t be returned for a change of mind')
    await requestReturn(shop, await buyerAsks(shop, order, [{ line: 1, quantity: 1 }]))
    const opened = {
      ...(await seenByStaff(shop, order)),
      ...{ key: 'opened-by-staff', pieces: [{ line: 0, quantity: 1 }], reason: 'A flaw.' },
      instructions: 'To Seattle.',
    }
    expect((await refusal(openReturn(shop, { ...opened, exception: '' }))).message).toContain(
      'was a final sale. Give the reason',
    )
    await openReturn(shop, { ...opened, exception: 'It has a flaw.' })
    expect((await storedOrder(shop, order.id)).history.at(-1)?.why).toContain('It has a flaw.')
    // Pieces sold before can still be returned.
    await requestReturn(shop, await buyerAsks(shop, before))
    // And what was sold so stays so.
    await changeProducts(shop, { finalSale: false }, of7)
    expect((await returnPage(shop, order.token, confirmedBy(shop, order)))?.pieces).toEqual([])
    expect((await orderPage(shop, before.token))?.returns?.list).toHaveLength(1)
  })

  it('is what its quote said, whatever staff change before it is placed, also at a lower price [RETURN-14]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const quoted = await quoteCart(shop, [plain, other])
    await changeProducts(shop, { finalSale: true }, of7)
    const quotedFinal = await quoteCart(shop, [plain, other])
    const places = async (quote: typeof quoted) => {
      const { url } = await placeOrder(shop, checkout(quote))
      const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
      if (!order) throw new Error('no order was placed')
      const lines = await linesOfOrder(shop.db.orm, order.id)
      return { total: order.totalCents, final: lines.map(({ finalSale }) => finalSale) }
    }
    const { total, final } = await places(quoted)
    expect(final).toEqual([false, false])
    await changeProducts(shop, { finalSale: false }, of7)
    await goldBecomes('120')
    const lower = await places(quotedFinal)
    expect(lower.total).toBeLessThan(total)
    expect(lower.final).toEqual([true, false])
  })

  it('is an engraved one until an owner takes those back, for orders from then on [RETURN-14]', async () => {
    const { shop } = await sellingShop(await open())
    await changeProducts(shop, { engravingFeeCents: 0, engravingMax: 20 }, of7)
    expect(await finalOf(shop, [engraved, plain])).toEqual([true, undefined])
    const order = await sent(shop, [engraved])
    const page = await productPage(shop, '7')
    if (!page) throw new Error('no page')
    const returns = async () => {
      const { promise, product, ...terms } = (await productPage(shop, '7')) ?? page
      return buyingFacts(promise, terms, product).returns
    }
    expect(await returns()).toBe(
      'Returns within 30 days of delivery. Engraved pieces are final sale.',
    )
    expect((await refusal(requestReturn(shop, await buyerAsks(shop, order)))).code).toBe(
      'return_refused',
    )
    await takesEngraved(shop, true)
    expect(await finalOf(shop, [engraved])).toEqual([undefined])
    expect(await returns()).toBe('Returns within 30 days of delivery.')
    const later = await sent(shop, [engraved])
    await requestReturn(shop, await buyerAsks(shop, later))
    expect((await refusal(requestReturn(shop, await buyerAsks(shop, order)))).code).toBe(
      'return_refused',
    )
  })

  it('alone in its order is offered no return, and its page mails no link [RETURN-15]', async () => {
    const { shop } = await sellingShop(await open())
    await changeProducts(shop, { engravingFeeCents: 0, engravingMax: 20 }, of7)
    const sentence = expect.stringMatching(/^It was a final sale and can’t be returned/)
    const order = await sent(shop, [engraved])
    expect((await orderPage(shop, order.token))?.returns).toMatchObject({ whyNone: sentence })
    expect(await returnPage(shop, order.token, null)).toMatchObject({ whyNone: sentence })
    const path = 'order/:token/return'
    const screen = async ({ token }: { token: string }) =>
      (await renderPage(shop, returnScreen, { path, address: `/order/${token}/return` })).words
    expect(await screen(order)).toContain('It was a final sale and can’t be returned')
    expect(await screen(order)).not.toContain('Email me the link')

    const both = await sent(shop, [engraved, other])
    expect((await orderPage(shop, both.token))?.returns).toMatchObject({ whyNone: null })
    expect(await screen(both)).not.toContain('It was a final sale')
  })
})
