import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { withBrand } from '#app/.server/platform/shop-brand.ts'
import { type Paracord, paracordSetting } from '#app/.server/settings/paracord.ts'
import { type Shipping, shippingSetting } from '#app/.server/settings/shipping.ts'
import { builtInChain } from '#app/domain/catalog/necklace-chain.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import { brandWith } from '#app/domain/content/brand-facts.ts'
import { defaultGoldPrice, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { parsePerGram, parsePerOunce } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { defaultBrand } from '#brand'
import { laserWeightGuarantee } from '#content/pages/laser-weight-guarantee.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { renderPage } from '#tests/support/page.tsx'
import { catalogOf } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { shownProduct } from './product/shown-product.ts'
import * as route from './product.tsx'
import * as termsPage from './terms-and-conditions.tsx'

const wave = builtInPendants.find(({ id }) => id === '5') as Product

/** 4083.20 an ounce; 14.7 g × 131.2778 = 1929.78366, 28.9 g × 131.2778 = 3793.92842. */
const gold: GoldPrice = {
  perOunce: parsePerOunce('4083.20') as GoldPrice['perOunce'],
  perGram: parsePerGram('131.2778') as GoldPrice['perGram'],
  change: -297_700,
  changePercent: -1.02,
  source: 'gold-api',
  takenAt: new Date('2026-03-11T15:50:00Z'),
  bid: null,
  ask: null,
  low: null,
  high: null,
  errorMessage: null,
}

/** The page of a product in a shop without a database, which knows this catalog. */
async function page(changes: Partial<Product> = {}, parts: Parameters<typeof shopWith>[0] = {}) {
  const product = { ...wave, ...changes }
  const { html, words, status } = await renderPage(shopWith(parts, [product]), route, {
    path: 'product/:id',
    address: `/product/${product.id}`,
  })
  return { $: load(html), words, status }
}

type Parts = { shipping?: Shipping; paracord?: Paracord; goldPrice?: GoldPrice | null }

function shopWith({ shipping, paracord, goldPrice = gold }: Parts, products: readonly Product[]) {
  const app = testShop({ db: null })
  Object.assign(app.cache, { catalog: products && catalogOf(products), goldPrice })
  if (shipping) shippingSetting.remember(app, shipping)
  if (paracord) paracordSetting.remember(app, paracord)
  return app
}

type Query = Awaited<ReturnType<typeof page>>['$']
const section = ($: Query, heading: string) =>
  $('main section').filter((_, element) => $(element).find('h2').first().text() === heading)
const texts = ($: Query, selector: string) =>
  $(selector)
    .map((_, element) => $(element).text().replace(/\s+/g, ' ').trim())
    .get()

describe('the page of a piece', () => {
  it('shows its name and short description [PDP-01]', async () => {
    const { $, words, status } = await page()
    expect(status).toBe(200)
    expect($('h1').text()).toBe('Sound Wave')
    expect(words).toContain(wave.short_description)
  })

  it('shows the price of the first size: weight × price per gram + fee [PDP-02, PDP-07]', async () => {
    const { $ } = await page()
    expect(texts($, 'main .text-5xl')).toEqual(['$2,679.78'])
    expect($('input[type=radio]:checked').attr('value')).toBe('Small')
  })

  it('shows gold per gram with its change and percent, when and from where [PDP-03, LIVE-02, LIVE-18]', async () => {
    const { words } = await page()
    expect(words).toMatch(/Gold \$ ?131\.28 per gram/)
    // What moved by dollars an ounce is next to the price of an ounce.
    expect(words).toMatch(/\$ ?4,083\.20 per troy oz\s+-29\.77 \(-1\.02%\)/)
    expect(words).toContain('market price')
    expect(words).not.toContain('gold-api')
  })

  it('gives search engines no price that the shop would refuse to quote [LIVE-13]', async () => {
    const facts = async (goldPrice: GoldPrice, live: boolean) => {
      const app = shopWith({ goldPrice }, [wave])
      app.payments = { ...testPayments(app), live }
      const { html } = await renderPage(app, route, {
        path: 'product/:id',
        address: `/product/${wave.id}`,
      })
      return load(html)('script[type="application/ld+json"]').text()
    }
    expect(await facts(gold, true)).toContain('InStock')
    expect(await facts(defaultGoldPrice, false)).toContain('InStock')
    const silent = await facts(defaultGoldPrice, true)
    expect(silent).toContain('"@type":"Product"')
    expect(silent).not.toMatch(/InStock|"price"|offers/)
  })

  it('shows no change of the gold price where none is known [GOLD-26]', async () => {
    const { words } = await page({}, { goldPrice: { ...gold, change: 0, changePercent: 0 } })
    expect(words).toMatch(/Gold \$ ?131\.28 per gram/)
    expect(words).not.toContain('0.00 (')
  })

  it('lists every size with grams and price under Select Size [PDP-06]', async () => {
    const { $ } = await page()
    expect($('fieldset legend').text()).toContain('Select Size')
    expect(texts($, 'main fieldset label')).toEqual([
      'Small 14.7 g · 19 × 19 mm$2,679.78',
      'Large 28.9 g · 24 × 24 mm$5,043.93',
    ])
  })

  it('says what it hangs on, and that the grams are without it [FACTS-03]', async () => {
    const message = 'The weight is for the pendant only.'
    expect((await page()).words).toContain(`Chain: ${builtInChain} ${message}`)
    const attributes = wave.attributes.filter(({ name }) => name !== 'Chain')
    expect((await page({ attributes })).words).not.toContain(message)
  })

  it('says when it arrives, what that costs, and how long it can be returned [FACTS-05, FACTS-06]', async () => {
    const { words } = await page()
    // Wednesday, March 11: five business days to send it by are March 18, three more March 23.
    expect(words).toContain(
      'Shipping Information Order by Mar 11 for estimated delivery Mar 18–23 Processing time: 3-5 business days Shipping time: 2-3 business days Free shipping in the United States Packages are insured and require a signature on delivery. Returns within 30 days of delivery. You pay for return shipping unless the mistake is ours. How returns work',
    )
    const shipping = {
      processingTime: 'as long as it takes',
      shippingTime: 'some days',
      shippingCost: '$35',
      processingDays: 5,
    }
    const vague = await page({}, { shipping })
    expect(vague.words).not.toContain('for estimated delivery')
    expect(vague.words).toContain('on delivery. Returns within 30 days of delivery.')
    // Nothing to buy: nothing is promised.
    const nothingToBuy = (await page({ attributes: [] })).words
    expect(nothingToBuy).not.toContain('Returns within')
    expect(nothingToBuy).not.toContain('Packages are insured')
  })

  it('does not tell a buyer who left the payment page that their own piece is in a checkout [STOCK-17]', async () => {
    const last = { ...wave, stock: { pieces: 1, reserved: 1, counted: 1 } }
    const shown = async (query: string, product: Product = last) => {
      const address = `/product/${product.id}${query}`
      return (await renderPage(shopWith({}, [product]), route, { path: 'product/:id', address }))
        .words
    }
    expect(await shown('')).toContain('In someone’s checkout right now')
    const back = await shown('?checkout=cancelled')
    expect(back).toContain('You weren’t charged. The piece is still available.')
    expect(back).not.toContain('In someone’s checkout')
  })

  it('says who pays for a return, and leads to where it is told [FACTS-34]', async () => {
    const { $, words } = await page()
    expect(words).toContain(`of delivery. ${defaultBrand.returnShipping} How returns work`)
    const to = $('a:contains("How returns work")').attr('href') ?? ''
    const terms = await renderPage(shopWith({}, [wave]), termsPage, {
      path: 'terms-and-conditions',
      address: '/terms-and-conditions',
    })
    const there = load(terms.html)(`h2${to.slice(to.indexOf('#'))}`)
    expect(there.text()).toBe('Returns and our mistakes')
    expect(terms.words).toContain(defaultBrand.returnShipping)
    expect((await page({ finalSale: true })).words).not.toContain('return shipping')
    const silent = await withBrand({ ...defaultBrand, returnShipping: '' }, () => page())
    expect(silent.words).toContain('of delivery. How returns work')
  })

  it('says what is promised of parcels only where it is [FACTS-17]', async () => {
    const { words } = await withBrand({ ...defaultBrand, parcels: '' }, () => page())
    expect(words).toContain('Returns within 30 days')
    expect(words).not.toContain('Packages are insured')
    expect(brandWith(defaultBrand, {}).parcels).toBe(defaultBrand.parcels)
    expect(brandWith(defaultBrand, { parcels: '' }).parcels).toBe('')
  })

  it('ends with three others at the prices of their cards, and how they are made [FACTS-11, FACTS-12]', async () => {
    const app = shopWith({}, builtInPendants)
    const at = (address: string) =>
      renderPage(app, route, { path: 'product/:id', address: `/product/${address}` })
    const { html } = await at('5')
    const $ = load(html)
    const cards = section($, 'You may also like').find('article')
    expect(cards).toHaveLength(3)
    expect(cards.find('h3').text()).not.toContain('Sound Wave')
    for (const card of cards.get()) {
      const name = $(card).find('h3').text()
      const other = builtInPendants.find((pendant) => pendant.name === name)
      const price = startingPrice(other as Product, gold.perGram)
      expect($(card).text()).toContain(`from ${formatCents(price?.amount ?? cents(0))}`)
    }
    const making = section($, 'How our pieces are made')
    const steps = texts($, 'section[aria-labelledby=making] h3')
    expect(steps).toEqual(['Drawing', 'Wax', 'Pour', 'Inscription'])
    expect(making.find('img')).toHaveLength(4)
    expect(making.text()).toContain('computer renderings')
    // Fewer than fill a row, and the only one in the shop.
    const few = await renderPage(shopWith({}, builtInPendants.slice(0, 3)), route, {
      path: 'product/:id',
      address: `/product/${builtInPendants[0]?.id}`,
    })
    expect(few.words).not.toContain('You may also like')
    expect((await page()).words).not.toContain('You may also like')
  })

  it('says of each picture of a built-in piece what it shows, and that it is a rendering [PDP-29]', async () => {
    const { $ } = await page()
    const gallery = $('section[aria-label^="Pictures of"]')
    expect(gallery.find('p[aria-hidden=true]').text()).toContain('Rendering: front view.')
    const [first] = builtInPendants
    const { images } = shownProduct(first as Product, [])
    expect(images.map(({ caption }) => caption)).toEqual([
      'Rendering: front view.',
      'Rendering: Large, worn on an 18-inch chain.',
      'Rendering: at an angle.',
      'Rendering: the laser inscription.',
      'Rendering: both sizes, beside a disc as wide as a quarter (24.26 mm).',
    ])
    const photo = { id: 'x', src: '/media/abc-1600x1200-50x50.jpg', alt: 'A ring', order: 0 }
    const own = shownProduct({ ...(first as Product), images: [photo] }, [])
    expect(own.images[0]?.caption).toBeNull()
  })

  it('shows the box and what comes in it; that a chain does, only where it says so [FACTS-19, FACTS-33]', async () => {
    const { $, words } = await page()
    const box = section($, 'What comes in the box')
    expect(texts($, 'section[aria-labelledby=box] h3')).toEqual([
      'The piece',
      'A signed certificate',
      'A gift note (optional)',
    ])
    expect(words).toContain('Your pendant, on its chain: tested, weighed, and inscribed.')
    expect((await page({ attributes: [] })).words).toContain('Tested, weighed, and inscribed.')
    expect(box.find('figcaption').text()).toBe('A plain gold disc is shown in place of your piece.')
    expect(box.find('a[href="/laser-weight-guarantee#certificate"]')).toHaveLength(1)
    expect(laserWeightGuarantee.sections.map(({ id }) => id)).toContain('certificate')
    const cord = [{ id: '1', name: 'Chain', option: 'Black paracord, 20 inches, included' }]
    expect((await page({ attributes: cord })).words).toContain('Your pendant, on its cord: tested')
    for (const option of ['Not included', '18-inch cable, 14k yellow gold']) {
      const { $: other } = await page({ attributes: [{ id: '1', name: 'Chain', option }] })
      const said = section(other, 'What comes in the box').text()
      expect(said).toContain('Your pendant: tested, weighed, and inscribed.')
      expect(said).toContain(`Chain: ${option}`)
      expect(said).not.toContain('on its chain')
    }
    // Neither hurries nor moves what is on the screen.
    for (const heading of ['How our pieces are made', 'What comes in the box'])
      for (const image of section($, heading).find('img').get()) {
        expect($(image).attr('loading')).toBe('lazy')
        expect($(image).attr('alt')).toMatch(/^[A-Z].{40,}\.$/)
        expect(Number($(image).attr('width')) / Number($(image).attr('height'))).toBeCloseTo(4 / 3)
      }
  })

  it.each(builtInPendants)('of $name says nothing twice [FACTS-12]', async ({ id }) => {
    const { html } = await renderPage(shopWith({}, builtInPendants), route, {
      path: 'product/:id',
      address: `/product/${id}`,
    })
    const $ = load(html)
    $('script, [role=status]').remove()
    const said = $('main')
      .find('p, li, td, th, dd, h1, h2, h3')
      .filter((_, element) => $(element).find('p, li, td, th, dd').length === 0)
      .map((_, element) =>
        $(element)
          .text()
          .replace(/\s+/g, ' ')
          .split(/(?<=[.?!]) /),
      )
      .get()
      .map((message) => message.trim())
      .filter((message) => message.split(' ').length > 4)
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter((message, at) => said.indexOf(message) !== at)).toEqual([])
  })

  it('says under the price what it is made of [PDP-26]', async () => {
    const { $ } = await page()
    const below = $('main p.text-5xl').next()
    expect(below.text()).toBe('Gold $1,929.78 + flat fee $750.00')
  })

  it('breaks the price down to the cent: gold part, fee, price [PDP-16]', async () => {
    const { $ } = await page()
    expect(texts($, 'table tr')).toEqual([
      'Gold14.7 g × $131.2778 per gram$1,929.78',
      'Flat fee+ $750.00',
      'Price, Small$2,679.78',
    ])
  })

  it('offers Buy Now and Add to Cart, once there is a size to choose [PDP-10, PDP-11, D24]', async () => {
    const buttons = ({ $ }: { $: Query }) =>
      $('main button')
        .filter((_, element) => /Buy Now|Add to Cart/.test($(element).text()))
        .map((_, element) => [[$(element).text(), $(element).is('[disabled]')]])
        .get()
    expect(buttons(await page())).toEqual([
      ['Buy Now', false],
      ['Add to Cart', false],
    ])
    expect(buttons(await page({ attributes: [] }))).toEqual([
      ['Buy Now', true],
      ['Add to Cart', true],
    ])
  })

  it('says that the payment page states the price where a size has its own link [PAY-05]', async () => {
    const message = 'The payment page shows the final price.'
    expect((await page()).words).not.toContain(message)
    const linked = {
      id: 'a',
      name: 'Gold Size: Small',
      option: 'Weight: 14.7g, Fee: $750, Stripe Link: https://buy.stripe.com/x',
    }
    const { words } = await page({ attributes: [linked] })
    expect(words).toContain(`a fixed price that doesn’t follow the gold price. ${message}`)
    // Of a host that nobody named: sold as if there were none [LINK-02].
    const option = linked.option.replace('buy.stripe.com', 'buy.example.com')
    const elsewhere = await page({ attributes: [{ ...linked, option }] })
    expect(elsewhere.words).not.toContain(message)
    expect(elsewhere.$.html()).not.toContain('buy.example.com')
  })

  it('shows the paracord necklace only while it is offered [PDP-09]', async () => {
    expect((await page()).words).not.toContain('Paracord')
    const paracord = { enabled: true, colors: ['Black', 'Olive'], message: 'Ask for <b>one</b>.' }
    const { $ } = await page({}, { paracord })
    expect(section($, 'Paracord Necklace').text()).toContain('Ask for <b>one</b>.')
    expect(section($, 'Paracord Necklace').text()).toContain('Black, Olive')
    const off = await page({}, { paracord: { ...paracord, enabled: false } })
    expect(off.words).not.toContain('Paracord')
  })

  it('carries its badges, two of them linked to the guarantees [PDP-12, PDP-13]', async () => {
    const { $ } = await page()
    for (const words of ['99.99% Pure Gold', 'Triple Guarantee']) {
      const link = $('main a').filter((_, element) => $(element).text() === words)
      expect(link.attr('href')).toBe('/guarantees')
    }
    expect(texts($, 'main li')).toEqual(expect.arrayContaining(['Live Pricing', 'Made in USA']))
  })

  it('keeps gold sizes and dimensions out of the specifications, which show them together [PDP-14, PDP-15]', async () => {
    const { $ } = await page()
    const shown = section($, 'Specifications')
      .find('dt')
      .map((_, element) => [[$(element).text(), $(element).next('dd').text()]])
      .get()
    expect(shown).toEqual([
      ['Dimensions', '19.2 mm high × 19.2 mm wide × 2.7 mm deep'],
      ['Fineness', '.9999 (24k)'],
      ['Finish', 'Polished crests, satin troughs'],
      ['Chain', builtInChain],
    ])
  })

  it('shows processing, shipping and cost in the exact words [PDP-17, SHIP-05]', async () => {
    const lines = ({ $ }: { $: Query }) =>
      section($, 'Shipping Information')
        .find('li')
        .map((_, element) => $(element).text())
        .get()
    const three = [
      'Processing time: 3-5 business days',
      'Shipping time: 2-3 business days',
      'Free shipping in the United States',
    ]
    expect(lines(await page()).slice(1, 4)).toEqual(three)
    expect(lines(await page({ attributes: [] }))).toEqual(three)
  })

  it('renders the description as HTML, and runs none of it [PDP-18, PDP-19]', async () => {
    const { $ } = await page({
      description:
        '<h1>Made</h1><p onclick="alert(1)">In <b>gold</b>.</p><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
    })
    const details = section($, 'Product Details').find('.prose')
    expect(details.html()).toBe('<h2>Made</h2><p>In <b>gold</b>.</p><a>x</a>')
  })

  it('shows a short description and a name as text, whatever stands in them [PDP-19]', async () => {
    const { $ } = await page({
      name: '<img src=x onerror=alert(1)>',
      short_description: 'Gold &amp; light<script>alert(1)</script>',
    })
    expect($('h1').text()).toBe('<img src=x onerror=alert(1)>')
    expect($('main [onerror], main h1 img').length).toBe(0)
    expect($('main').text()).toContain('Gold & light')
  })

  it('is Product not found, by a real 404, where nothing of that id is sold [PDP-21, PDP-22]', async () => {
    for (const address of ['/product/999', '/product/%00', `/product/${'9'.repeat(500)}`]) {
      const options = { path: 'product/:id', address }
      const missing = await renderPage(shopWith({}, [wave]), route, options)
      expect(missing.status).toBe(404)
      expect(missing.words).toContain('Product not found')
    }
  })

  it('says the same in its structured data, and guarantees no day [SEO-02]', async () => {
    const { $ } = await page()
    const data = JSON.parse($('script[type="application/ld+json"]').text())
    const shown = texts($, 'main fieldset label').map((label) => label.split('$')[1])
    expect(data.offers.map((offer: { price: string }) => offer.price)).toEqual(
      shown.map((price) => price?.replace(',', '')),
    )
    expect(data.name).toBe($('h1').text())
    expect(JSON.stringify(data)).not.toContain('priceValidUntil')
  })

  it('without sizes shows the price its card shows, offers nothing, and says whom to ask [PDP-24, LIST-14]', async () => {
    const change = { attributes: [], price: '480.00' }
    const { $, words } = await page(change)
    const card = startingPrice({ ...wave, ...change }, gold.perGram)
    expect($('main p.text-5xl').text()).toBe(formatCents(card?.amount ?? cents(0)))
    expect(words).toContain('This piece has no sizes to choose from yet.')
    const [data] = texts($, 'main script[type="application/ld+json"]').map((json) =>
      JSON.parse(json),
    )
    expect(data).toMatchObject({ '@type': 'Product', name: wave.name })
    expect(data).not.toHaveProperty('offers')
    expect((await page({ attributes: [], price: 'soon' })).$('main p.text-5xl')).toHaveLength(0)
    // Where there are sizes, the stored price is nowhere.
    expect((await page({ price: '480.00' })).words).not.toContain('$480.00')
  })
})
