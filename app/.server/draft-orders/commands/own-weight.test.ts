import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { goldSizeName } from '#app/domain/catalog/gold-size-name.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams, scaleToDecimal } from '#app/domain/money/grams.ts'
import { metalValue } from '#app/domain/pricing/price.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'
import { stockOf, thereAre } from '#tests/support/stock.ts'
import { priceDraftOrder } from '../price-draft-order.ts'

/** The small size of a product of the catalog, and the form that sells it. */
async function smallOf(shop: AppContext, productId: string) {
  const product = (await productsById(shop, [productId])).get(productId)
  const size = product && goldSizes(product.attributes).find((each) => each.size === 'Small')
  if (!size) throw new Error('there is no such size')
  const label = `${product.name}, Small`
  return { ...size, form: { 'line-0-piece': label, 'line-0-grams': '', 'line-0-fee': '' } }
}

const refusedFields = async (shop: AppContext, more: Record<string, string>) => {
  const form = draftOrderForm.parse(await submittedOrder(shop, more))
  return (await refusal(priceDraftOrder(shop, form))).details?.errors
}

onBothDatabases('a product that weighs more or less than its size', (open) => {
  it('is sold over the counter with the grams it has: product, size, fee and stock stay, and both prices are read back [SALE-31, SALE-27]', async () => {
    const { shop } = await sellingShop(await open())
    await thereAre(shop, '7', 2)
    const { weight, fee, form } = await smallOf(shop, '7')
    const light = (weight - 200) as Milligrams
    const scale = { 'scale-0-1': scaleToDecimal(light), 'serial-0-1': 'FN-000777' }
    const input = await submittedOrder(shop, { ...form, email: '', paid: 'cash' })
    input.handOver = 'auto'
    const send = (more: Record<string, string>) =>
      renderAdminPage(shop, newScreen, { form: { ...input, ...scale, ...more } })
    const { perGram } = (await priceDraftOrder(shop, draftOrderForm.parse(input))).record.gold
    const make = (own: Milligrams) => {
      const total = metalValue(own, perGram) + fee
      const stated = { stated: `${total}`, statedReceived: `${total} cash Ada Buyer` }
      return { ...stated, action: 'make', statedHandOver: 'yes' }
    }
    const refused = await send(make(weight))
    const shown = gramsToDecimal(light)
    expect(refused.words).toContain(
      '0.20 g below the priced weight. It can’t be sold at this price.',
    )
    expect(refused.words).toContain(`Enter ${scaleToDecimal(light)} under “Weight in grams”`)
    expect(refused.words).toContain('The flat fee stays the same')
    expect(await shop.db.orm.$count(orders)).toBe(0)

    const grams = { 'line-0-grams': shown }
    const { words } = await send({ ...grams, action: 'price' })
    expect(words).toContain(`${form['line-0-piece']}`)
    expect(words).toContain(
      `Different from listed: ${shown} g instead of ${gramsToDecimal(weight)} g`,
    )
    expect(words).not.toContain('fee $0.00')
    await expect(send({ ...grams, ...make(light) })).rejects.toThrow('redirects')
    const [order] = await shop.db.orm.select().from(orders)
    const unitPrice = metalValue(light, perGram) + fee
    expect(order).toMatchObject({ state: 'fulfilled', totalCents: unitPrice })
    expect(await linesOfOrder(shop.db.orm, order?.id ?? '')).toMatchObject([
      {
        ...{ productId: '7', size: 'Small', weightMg: light, feeCents: fee },
        ...{ unitPriceCents: unitPrice, lineTotalCents: unitPrice },
      },
    ])
    expect(await weighedItemsOf(shop.db.orm, order?.id ?? '')).toMatchObject([
      { actual: light, sold: light, verdict: 'as sold' },
    ])
    expect(await stockOf(shop, '7')).toMatchObject({ pieces: 1, claimed: { sold: 1 } })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('keeps the tax code of its product, and another fee is taken where one is entered [SALE-31]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    await shop.db.orm.update(products).set({ taxCode: 'txcd_00000000' }).where(eq(products.id, '7'))
    const { weight, fee, form } = await smallOf(shop, '7')
    const heavier = (weight + 150) as Milligrams
    const lineOf = async (more: Record<string, string>) => {
      const order = await madeOrder(shop, { ...form, tax: 'payment page', ...more })
      return (await linesOfOrder(shop.db.orm, order.id))[0]
    }
    const ofProduct = { productId: '7', size: 'Small', taxCode: 'txcd_00000000' }
    expect(await lineOf({ 'line-0-grams': gramsToDecimal(heavier) })).toMatchObject({
      ...{ ...ofProduct, weightMg: heavier, feeCents: fee },
    })
    expect(await lineOf({ 'line-0-fee': '0' })).toMatchObject({
      ...{ ...ofProduct, weightMg: weight, feeCents: 0 },
    })
    expect(await lineOf({ 'line-0-fee': centsToDecimal(fee) })).toMatchObject({
      ...{ ...ofProduct, feeCents: fee },
    })
  })

  it('is another matter than a piece described by hand, whose fee is asked for: 0 only where 0 is entered [SALE-31]', async () => {
    const { shop } = await sellingShop(await open())
    expect(await refusedFields(shop, { 'line-0-fee': '' })).toEqual({
      'line-0-fee': expect.stringMatching(
        /^Enter the flat fee for “Custom ring, size 7,” or 0 if it has none\./,
      ),
    })
    expect(await refusedFields(shop, { 'line-0-grams': '' })).toEqual({
      'line-0-grams': expect.stringContaining('Please enter grams above zero'),
    })
    const order = await madeOrder(shop, { 'line-0-fee': '0' })
    expect(await linesOfOrder(shop.db.orm, order.id)).toMatchObject([
      { productId: '', size: 'Custom', feeCents: 0, lineTotalCents: 130_000 },
    ])
    // Two pieces of one weight each: the other one needs its own line.
    const scale = { 'scale-0-1': '10.00', 'serial-0-1': 'FN-1', 'scale-0-2': '9.80' }
    const { words } = await renderAdminPage(shop, newScreen, {
      form: {
        ...(await submittedOrder(shop, { 'line-0-quantity': '2', paid: 'cash', handOver: 'now' })),
        ...{ ...scale, 'serial-0-2': 'FN-2', action: 'make', stated: '310000' },
        ...{ statedReceived: '310000 cash Ada Buyer', statedHandOver: 'yes' },
      },
    })
    expect(words).toContain('Enter 9.80 under “Weight in grams” of a separate line')
  })

  it('is found by its name alone where it has one size, and its sizes are named where it has more [SALE-35]', async () => {
    const { shop } = await sellingShop(await open())
    const { form, fee } = await smallOf(shop, '7')
    const name = form['line-0-piece'].replace(', Small', '')
    const alone = { ...form, 'line-0-piece': name.toUpperCase() }
    for (const more of [
      {},
      { 'line-0-grams': '14.5' },
      { 'line-0-grams': '14.5', 'line-0-fee': '1' },
    ]) {
      expect(await refusedFields(shop, { ...alone, ...more })).toEqual({
        'line-0-piece': `Choose the size: “${name}, Small” or “${name}, Large”.`,
      })
    }
    await shop.db.orm
      .delete(productAttributes)
      .where(
        and(
          eq(productAttributes.productId, '7'),
          eq(productAttributes.name, goldSizeName('Large')),
        ),
      )
    const fresh = testShop({ db: shop.db, now: shop.now })
    const sized = { ...fresh, payments: shop.payments }
    const order = await madeOrder(sized, alone)
    expect(await linesOfOrder(shop.db.orm, order.id)).toMatchObject([
      { productId: '7', size: 'Small', feeCents: fee },
    ])
  })
})
