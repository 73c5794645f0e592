import { load } from 'cheerio'
import { eq } from 'drizzle-orm'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { duplicateProduct } from '#app/.server/catalog/commands/duplicate-product.ts'
import { createProduct, updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { shippingDefaults } from '#app/.server/platform/db/seed.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draft, productToSave } from '#tests/support/product-drafts.ts'
import { changeProducts, insertProducts } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { thereAre } from '#tests/support/stock.ts'
import { shownProduct } from '../shop/product/shown-product.ts'
import { productData } from '../shop/product/structured-data.ts'
import { loader } from './merchant-feed.ts'

async function feedOf(app: AppContext) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request('http://localhost/merchant-feed.xml')
  const response = await loader({ request, context, params: {} } as unknown as LoaderFunctionArgs)
  const xml = await response.text()
  const $ = load(xml, { xml: true })
  const items = $('item')
    .toArray()
    .map((element) => {
      const of = (name: string) => $(element).find(`g\\:${name}`).first().text()
      return { of, all: (name: string) => $(element).find(`g\\:${name}`).length }
    })
  return { answer: response, xml, items }
}

onBothDatabases('the product feed', (open) => {
  it('names the choices that its price includes, which is that of a size without options [OPTION-08]', async () => {
    const { shop } = await sellingShop(await open())
    const of7 = async () =>
      (await feedOf(shop)).items.filter(({ of }) => of('item_group_id') === '7')
    const before = await of7()
    const choice = (name: string, choice: string, price = 0) => ({
      ...{ name, choice, price: cents(price), mg: 0 },
    })
    const options = [
      choice('Chain length', '20 in', 2500),
      choice('Chain length', '18 in & less'),
      choice('Finish', 'Matte'),
    ]
    await changeProducts(shop, { options }, eq(products.id, '7'))
    const after = await of7()
    expect(after.map(({ of }) => of('price'))).toEqual(before.map(({ of }) => of('price')))
    expect(before.map(({ all }) => all('product_detail'))).toEqual(before.map(() => 0))
    for (const { of, all } of after) {
      expect(all('product_detail')).toBe(2)
      expect(of('attribute_name')).toBe('Chain length')
      expect(of('attribute_value')).toBe('18 in & less')
    }
  })

  it('has each size of each piece at the price of its page and its structured data [SEO-06, SEO-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { answer, items } = await feedOf(shop)
    expect(answer.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    const { onSale } = await currentCatalog(shop)
    const { gold } = await currentGoldPrice(shop)
    const offers = onSale.flatMap((product) => {
      const data = productData(shownProduct(product, goldSizes(product.attributes)), gold.perGram, {
        address: new URL(`/product/${product.id}`, shop.publicUrl).href,
        isPriced: true,
        isSelling: true,
        promise: { shipping: shippingDefaults, returnDays: 30 },
      })
      return data.offers as { sku: string; price: string; url: string; name: string }[]
    })
    expect(offers.length).toBeGreaterThan(8)
    expect(items.map(({ of }) => [of('id'), of('price'), of('link'), of('title')])).toEqual(
      offers.map(({ sku, price, url, name }) => [sku, `${price} USD`, url, name]),
    )
    for (const { of } of items) {
      expect(of('image_link')).toMatch(/^https?:\/\//)
      expect(of('availability')).toBe('in_stock')
      expect(of('description')).not.toBe('')
    }
  })

  it('follows stock and a stop of selling, and leaves out what is hidden or has no picture [SEO-06]', async () => {
    const { shop } = await sellingShop(await open())
    await insertProducts(shop.db, [
      { id: 'hidden', active: false },
      { id: 'bare', images: [] },
    ])
    await thereAre(shop, '7', 0)
    const { items } = await feedOf(shop)
    const states = (id: string) =>
      items.filter(({ of }) => of('item_group_id') === id).map(({ of }) => of('availability'))
    expect(states('7')).toEqual(['out_of_stock', 'out_of_stock'])
    expect(states('5')).toEqual(['in_stock', 'in_stock'])
    expect([...states('hidden'), ...states('bare')]).toEqual([])
    await stopSelling(shop, { by: 'ann@example.com', message: '' })
    const stopped = await feedOf(shop)
    expect(new Set(stopped.items.map(({ of }) => of('availability')))).toEqual(
      new Set(['out_of_stock']),
    )
  })

  it('stays XML whatever a piece is called, and names all pictures [SEO-06]', async () => {
    const { shop } = await sellingShop(await open())
    const images = Array.from({ length: 10 }, (_, order) => ({
      src: `/pendants/${order}.jpg`,
      order,
    }))
    const attributes = [{ name: 'Gold Size: Small', option: 'Weight: 14.7g, Fee: $750' }]
    await insertProducts(shop.db, [{ id: 'odd', name: '<b>&"\u0008]]>', images, attributes }])
    const { xml, items } = await feedOf(shop)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no XML may hold them.
    expect(xml).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f]/)
    const odd = items.find(({ of }) => of('item_group_id') === 'odd')
    expect(odd?.of('title')).toMatch(/^<b>&"\]\]>, /)
    expect(odd?.all('additional_image_link')).toBe(9)
  })

  it('keeps ids within 50 characters and titles within 150, and ids when a size is renamed [SEO-07, SIZEURL-05]', async () => {
    const { shop } = await sellingShop(await open())
    const by = 'ann@example.com'
    const long = 'Extra large, on a 24 inch chain'
    const name = 'A swell of the Sound '.repeat(9).trim()
    const [small, large] = draft.sizes
    if (!small || !large) throw new Error('two sizes')
    const changes = { name, sizes: [small, { ...large, size: long }] }
    const { id } = await createProduct(shop, { by, product: productToSave(changes) })
    const listed = async () => {
      const { items } = await feedOf(shop)
      const mine = items.filter(({ of }) => of('item_group_id') === id)
      return mine.map(({ of }) => ({
        id: of('id'),
        link: of('link'),
        title: of('title'),
        size: of('size'),
      }))
    }
    const before = await listed()
    expect(before.map((item) => item.id)).toEqual([`${id}-Small`, `${id}-Extra-large`])
    for (const item of before) {
      expect(item.id.length).toBeLessThanOrEqual(50)
      expect(item.title.length).toBeLessThanOrEqual(150)
    }
    expect(before[1]?.title).toMatch(
      / (swell|of|the|Sound|A)…, Extra large, on a 24 inch chain, 28\.9 g$/,
    )
    expect(before[1]?.link).toBe(`${shop.publicUrl}/product/${id}?size=Extra-large`)
    const form = await adminProduct(shop, id)
    const sizes = form?.draft.sizes.map((row) => ({
      ...row,
      size: row.size === long ? 'XL' : row.size,
    }))
    await updateProduct(shop, {
      id,
      revision: 1,
      by,
      changes: productToSave({ ...changes, sizes: sizes ?? [] }),
    })
    const after = await listed()
    expect(after.map((item) => [item.id, item.link])).toEqual(
      before.map((item) => [item.id, item.link]),
    )
    expect(after[1]?.size).toBe('XL')
    const copy = await duplicateProduct(shop, { id, once: 'x', by })
    const copied = await adminProduct(shop, copy.id)
    expect(copied?.draft.sizes.map(({ sizeKey }) => sizeKey)).toEqual(['Small', 'Extra-large'])
  })

  it('has no items while the shop would refuse to quote [SEO-06, LIVE-13]', async () => {
    const app = testShop({ db: await open() })
    const live = { ...app, payments: { ...testPayments(app), live: true } }
    expect((await feedOf(live)).items).toEqual([])
  })
})
