import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldSizes, type KeyedSize } from '#app/domain/catalog/gold-size.ts'
import { type PricePerGram, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { stockForShop } from '#app/domain/inventory/stock.ts'
import { jsonForScript } from '#app/ui/structured-data-script.tsx'
import { productDescription } from './head.ts'
import { offerTerms } from './offer-terms.ts'
import { productData } from './structured-data.ts'

const sizes: KeyedSize[] = goldSizes([
  { id: '1', name: 'Gold Size: Small', option: 'Weight: 14.7g, Fee: $750' },
  { id: '2', name: 'Gold Size: Large', option: 'Weight: 28.9g, Fee: $1250' },
])
const piece = {
  id: '5',
  name: 'Sound Wave',
  summary: 'Rows of swell under a plain horizon.',
  images: [{ src: '/pendants/sound-wave-front.jpg' }, { src: 'https://[broken' }],
  sizes,
  stock: stockForShop(null),
}
const perGram = parsePerGram('92.77') as PricePerGram
const page = {
  address: 'https://shop.example/product/5',
  isPriced: true,
  isSelling: true,
  promise: {
    shipping: {
      processingTime: '3-5 business days',
      shippingTime: '2 business days',
      shippingCost: 'Free shipping in the United States',
    },
    returnDays: 30,
  },
}

describe('structured data of a piece', () => {
  it('offers each size at its price, in dollars, with its address and id; no day is promised [SEO-02, SIZEURL-02]', () => {
    const data = productData(piece, perGram, page)
    expect(JSON.stringify(data)).not.toContain('priceValidUntil')
    expect(data).toMatchObject({
      '@type': 'Product',
      name: 'Sound Wave',
      image: ['https://shop.example/pendants/sound-wave-front.jpg'],
      offers: [
        {
          '@type': 'Offer',
          name: 'Sound Wave, Small, 14.7 g',
          price: '2113.72',
          priceCurrency: 'USD',
          url: 'https://shop.example/product/5?size=Small',
          sku: '5-Small',
          availability: 'https://schema.org/InStock',
        },
        { name: 'Sound Wave, Large, 28.9 g', price: '3931.05', priceCurrency: 'USD' },
      ],
    })
  })

  it('offers the chosen size first, whose price the page shows [SIZEURL-02]', () => {
    const { offers } = productData(piece, perGram, { ...page, chosen: 'Large' })
    expect(offers).toMatchObject([{ sku: '5-Large', price: '3931.05' }, { sku: '5-Small' }])
  })

  it('says what the settings say of shipping and returns [SEO-08, SEO-09]', () => {
    const offers = productData(piece, perGram, page).offers as unknown[]
    expect(offers[1]).toMatchObject({
      shippingDetails: {
        shippingRate: { value: 0, currency: 'USD' },
        shippingDestination: { addressCountry: 'US' },
        deliveryTime: {
          handlingTime: { minValue: 3, maxValue: 5, unitCode: 'DAY' },
          transitTime: { minValue: 2, maxValue: 2, unitCode: 'DAY' },
        },
      },
      hasMerchantReturnPolicy: {
        applicableCountry: 'US',
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 30,
      },
    })
  })

  it.each([
    [{ processingTime: 'soon', shippingTime: 'a while' }, { shippingRate: { value: 0 } }],
    [{ shippingCost: '$20 flat' }, undefined],
    [{ shippingCost: 'Not free: $20' }, undefined],
  ])('says nothing of shipping that %o does not say [SEO-08]', (texts, details) => {
    const shipping = { ...page.promise.shipping, ...texts }
    const terms = offerTerms({ shipping, returnDays: 14 })
    if (details) expect(terms.shippingDetails).toMatchObject(details)
    else expect(terms).not.toHaveProperty('shippingDetails')
    expect(JSON.stringify(terms)).not.toMatch(/deliveryTime|null|undefined/)
    expect(terms.hasMerchantReturnPolicy).toMatchObject({ merchantReturnDays: 14 })
  })

  it('offers nothing where there is no size to buy [SEO-02]', () => {
    expect(productData({ ...piece, sizes: [] }, perGram, page)).not.toHaveProperty('offers')
  })

  it('says that nothing is in stock while the shop sells nothing; the price stays [STOP-04]', () => {
    const stopped = JSON.stringify(productData(piece, perGram, { ...page, isSelling: false }))
    expect(stopped).toContain('https://schema.org/OutOfStock')
    expect(stopped).toContain('2113.72')
    expect(stopped).not.toContain('InStock')
  })

  it.each([
    [{ pieces: 0, reserved: 0, counted: 1 }, 'SoldOut'],
    [{ pieces: 1, reserved: 1, counted: 1 }, 'LimitedAvailability'],
    [{ pieces: 2, reserved: 0, counted: 3 }, 'LimitedAvailability'],
  ])('says of %o that it is %s [STOCK-05]', (counted, availability) => {
    const data = productData({ ...piece, stock: stockForShop(counted) }, perGram, page)
    const offer = { availability: `https://schema.org/${availability}` }
    expect(data).toMatchObject({ offers: [offer, offer] })
  })

  it('says of each counted size what is left of it [STOCK-11]', () => {
    const [small, large] = sizes
    if (!small || !large) throw new Error('two sizes')
    const sold = stockForShop({ pieces: 0, reserved: 0, counted: 2 })
    const data = productData({ ...piece, sizes: [{ ...small, stock: sold }, large] }, perGram, page)
    const offers = ['SoldOut', 'InStock'].map((each) => `https://schema.org/${each}`)
    expect(data).toMatchObject({ offers: offers.map((availability) => ({ availability })) })
  })

  it('has neither price nor availability where the shop would quote none [LIVE-13]', () => {
    const silent = productData(piece, perGram, { ...page, isPriced: false })
    expect(silent).toMatchObject({ '@type': 'Product', name: 'Sound Wave' })
    expect(JSON.stringify(silent)).not.toMatch(/offer|price"|InStock/)
  })

  it('never ends the script element it stands in, whatever the texts [PDP-19]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('</script>', '<!--<script>')), (text) => {
        const json = jsonForScript({ name: text })
        expect(json).not.toContain('<')
        expect(JSON.parse(json)).toEqual({ name: text })
      }),
    )
  })

  it('is described in the head by its own words and weights, cut at a word [SEO-01]', () => {
    const described = productDescription({ ...piece, summary: 'A wave.' })
    expect(described).toBe(
      'A wave. A piece of 14.7 g or 28.9 g of pure 24k (.9999) gold, priced by weight from the live gold price.',
    )
    const long = productDescription({ ...piece, summary: 'word '.repeat(80).trim() })
    expect(long.length).toBeLessThanOrEqual(155)
    expect(long).toMatch(/word…$/)
    expect(productDescription({ ...piece, summary: 'x'.repeat(400) }).length).toBeLessThanOrEqual(
      155,
    )
  })
})
