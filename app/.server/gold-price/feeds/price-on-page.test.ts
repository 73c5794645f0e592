import { describe, expect, it } from 'vitest'
import { NoPriceOnPage } from './dollar-amount.ts'
import { priceOnPage } from './price-on-page.ts'

const amount = (text: string, symbol = '&#36;') =>
  `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">${symbol}</span>${text}</bdi></span>`
const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const related = `<section class="related products"><h2>Related products</h2><ul class="products columns-4">
<li class="product"><span class="price">${amount('99.00')}</span></li></ul></section>`

describe('the price on a page of the shop website', () => {
  it.each([
    ['plain', `<p class="price">${amount('4,083.20')}</p>`],
    ['bare text', '<span class="price">$4,083.20</span>'],
    ['a bare number', '<div class="price">4083.20</div>'],
    ['with words', '<div class="price big">Gold today: $4,083.20 per troy ounce</div>'],
    ['with USD', '<div class="price">USD 4,083.20</div>'],
    ['with both signs', '<div class="price">US$4,083.20 USD</div>'],
    [
      'a sale',
      `<p class="price"><del aria-hidden="true">${amount('4,200.00')}</del> <span class="screen-reader-text">Original price was: $4,200.00.</span> <ins aria-hidden="true">${amount('4,083.20')}</ins><span class="screen-reader-text">Current price is: $4,083.20.</span></p>`,
    ],
    [
      'a suffix with a second amount',
      `<p class="price">${amount('4,083.20')} <small class="woocommerce-price-suffix">(${amount('4,900.00')} incl. tax)</small></p>`,
    ],
    [
      'the symbol on the right',
      `<p class="price"><span class="woocommerce-Price-amount amount"><bdi>4.083,20&nbsp;<span class="woocommerce-Price-currencySymbol">&#36;</span></bdi></span></p>`,
    ],
    ['spaces between thousands', '<p class="price">4 083,20 $</p>'],
    ['related products after it', `<p class="price">${amount('4,083.20')}</p>${related}`],
    ['related products before it', `${related}<p class="price">${amount('4,083.20')}</p>`],
    [
      'a cart before it',
      `<div class="widget_shopping_cart"><p class="price">$0.00</p></div><p class="price">$4,083.20</p>`,
    ],
    [
      'the same amount for eyes and ears',
      `<p class="price">$4,083.20 <span class="vh">$4,083.20</span></p>`,
    ],
    [
      'a block theme',
      `<div class="wp-block-woocommerce-product-price"><div class="wc-block-components-product-price">${amount('4,083.20')}</div></div><ul class="wc-block-product-template"><li><div class="wc-block-components-product-price">${amount('99.00')}</div></li></ul>`,
    ],
  ])('is the one it shows: %s [LIVE-04]', (_, body) => {
    expect(Number(priceOnPage(page(body)))).toBe(4083.2)
  })

  it('is the one in its data, where a block theme shows none', () => {
    const data = (product: object) =>
      page('', `<script type="application/ld+json">${JSON.stringify(product)}</script>`)
    const offer = { '@type': 'Offer', price: '4083.20', priceCurrency: 'USD' }
    expect(priceOnPage(data({ '@type': 'Product', offers: [offer] }))).toBe('4083.20')
    expect(priceOnPage(data({ '@graph': [{ '@type': 'Product', offers: offer }] }))).toBe('4083.20')
    const priceSpecification = [
      { price: '4200.00', priceCurrency: 'USD', priceType: 'https://schema.org/ListPrice' },
      { price: '4083.20', priceCurrency: 'USD' },
    ]
    expect(priceOnPage(data({ '@type': 'Product', offers: { priceSpecification } }))).toBe(
      '4083.20',
    )
    const range = { '@type': 'AggregateOffer', lowPrice: 1, highPrice: 2, priceCurrency: 'USD' }
    expect(() => priceOnPage(data({ '@type': 'Product', offers: range }))).toThrow(NoPriceOnPage)
    expect(() => priceOnPage(data({ '@type': 'Product', offers: { price: 4083.2 } }))).toThrow(
      NoPriceOnPage,
    )
  })

  it.each([
    [
      'a range',
      `<p class="price">${amount('4,000.00')} <span aria-hidden="true">&ndash;</span> ${amount('4,083.20')}</p>`,
      /several|range/,
    ],
    ['a range with one sign', '<p class="price">$4,000–4,083.20</p>', /range/],
    ['a range with the sign behind', '<p class="price">4,000 - 4,083.20 $</p>', /range/],
    [
      'a range on sale',
      `<p class="price"><del>${amount('1')}</del><ins>${amount('4,000.00')} – ${amount('4,083.20')}</ins></p>`,
      /several|range/,
    ],
    ['the lower end of a range', '<p class="price">From $4,083.20</p>', /range/],
    ['an empty price before related products', `<p class="price"></p>${related}`, /empty price/],
    ['related products alone', related, /no element of class price/],
    ['euros', `<p class="price">${amount('3.500,00', '&euro;')}</p>`, /another currency/],
    ['euros as text', '<p class="price">3.500,00 €</p>', /another currency \(€\)/],
    ['euros by code', '<p class="price">EUR 3,500.00</p>', /another currency/],
    ['Canadian dollars', '<p class="price">C$4,083.20</p>', /another currency/],
    ['Canadian dollars by code', '<p class="price">$4,083.20 CAD</p>', /another currency/],
    [
      'Swedish crowns',
      `<p class="price">${amount('38 000,00', 'kr')}</p>`,
      /another currency \(kr\)/,
    ],
    ['crowns as text', '<p class="price">38 000,00 kr</p>', /no price in U\.S\. dollars/],
    ['two prices', '<p class="price">$131.28 per gram, $4,083.20 per ounce</p>', /several prices/],
    ['a price with its change', '<p class="price">$4,083.20 (+$12.30)</p>', /several prices/],
    ['a negative price', '<p class="price">-$5.00</p>', /negative/],
    ['a negative number', '<p class="price">$-5</p>', /no price in U\.S\. dollars/],
    ['words', '<p class="price">Call for price</p>', /no price in U\.S\. dollars/],
    ['raised cents', '<p class="price">$4083<sup>20</sup></p>', /raised digits/],
    ['odd grouping', '<p class="price">$40,83.20</p>', /cannot be read/],
    [
      'dollars of another country by its data',
      `<meta itemprop="priceCurrency" content="AUD"><p class="price">$4,083.20</p>`,
      /priced in AUD/,
    ],
  ])('is refused rather than guessed: %s [LIVE-04]', (_, body, sentence) => {
    expect(() => priceOnPage(page(body))).toThrow(NoPriceOnPage)
    expect(() => priceOnPage(page(body))).toThrow(sentence)
  })
})
