import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brand } from '#brand'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { type CrawledPage, crawl, readPage } from '#tests/support/crawl.ts'

type Facts = Record<string, unknown> & { '@type': string }

let shop: TestShop
let pages: CrawledPage[]
beforeAll(async () => {
  shop = await openBuiltShop()
  await shop.goldBecomes('130')
  pages = [...(await crawl(shop.url)).values()]
})
afterAll(() => shop.close())

/** What a page gives search engines, by type; text that is not JSON fails the test. */
function factsOf({ $ }: CrawledPage): Facts[] {
  return $('script[type="application/ld+json"]')
    .toArray()
    .map((element) => JSON.parse($(element).text()))
}

function factOf(page: CrawledPage, type: string): Facts {
  const found = factsOf(page).filter((facts) => facts['@type'] === type)
  expect(found, `${type} of ${page.path}`).toHaveLength(1)
  return found[0] as Facts
}

/** A product with a size chosen is the product again, and says so by its canonical address. */
const under = (folder: string) =>
  pages.filter(({ path, $ }) => {
    return path.startsWith(folder) && $('link[rel=canonical]').attr('href') === shop.url + path
  })

describe('structured data', () => {
  it('names the maker on every page [SEO-04]', () => {
    for (const page of pages) {
      expect(factsOf(page).every((facts) => facts['@context'] === 'https://schema.org')).toBe(true)
      expect(factOf(page, 'Organization')).toMatchObject({
        '@id': `${shop.url}/#organization`,
        name: brand.name,
        url: `${shop.url}/`,
        logo: `${shop.url}/icon-512.png`,
        email: brand.email,
        // E.164 [PLACE-05].
        telephone: '+12065550149',
        address: { '@type': 'PostalAddress', addressLocality: 'Seattle', addressCountry: 'US' },
      })
    }
  })

  it('gives the way to every page but the first, by addresses that are there [SEO-04]', () => {
    for (const page of pages.filter(({ path }) => path !== '/')) {
      const steps = factOf(page, 'BreadcrumbList').itemListElement as Facts[]
      expect(steps.length, page.path).toBeGreaterThan(1)
      expect(steps.map(({ position }) => position)).toEqual(steps.map((_, at) => at + 1))
      expect(steps[0]).toMatchObject({ '@type': 'ListItem', name: 'Home', item: `${shop.url}/` })
      expect(steps.at(-1)?.item).toBe(page.$('link[rel=canonical]').attr('href'))
      for (const { name, item } of steps) {
        expect(name).toBeTruthy()
        expect(
          pages.some(({ path }) => shop.url + path === item),
          `${item}`,
        ).toBe(true)
      }
    }
  })

  it('offers each size of a piece at the price on its page, with shipping and returns [SEO-02, SEO-08, SEO-09]', async () => {
    const pieces = under('/product/')
    expect(pieces).toHaveLength(8)
    for (const page of pieces) {
      const product = factOf(page, 'Product')
      expect(product).toMatchObject({
        name: page.$('h1').text(),
        brand: { '@type': 'Brand', name: brand.name },
        url: page.$('link[rel=canonical]').attr('href'),
      })
      expect(product.description).toBeTruthy()
      expect((product.image as string[]).length).toBeGreaterThan(0)
      const offers = product.offers as Facts[]
      const words = page.$('main').text()
      expect(offers.length).toBe(2)
      for (const offer of offers) {
        expect(offer).toMatchObject({
          '@type': 'Offer',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/NewCondition',
          url: expect.stringMatching(/^\S+\?size=(Small|Large)$/),
          sku: expect.stringMatching(/^\d+-(Small|Large)$/),
          shippingDetails: {
            '@type': 'OfferShippingDetails',
            shippingRate: { value: 0, currency: 'USD' },
            deliveryTime: { handlingTime: { minValue: 3, maxValue: 5 } },
          },
          hasMerchantReturnPolicy: { merchantReturnDays: 30 },
        })
        expect(offer).not.toHaveProperty('priceValidUntil')
        expect(offer.price).toMatch(/^\d+\.\d\d$/)
        expect(words).toContain(dollars(String(offer.price)))
      }
    }
  })

  it('opens each offer and each item of the feed at its size and its price, for search engines and shared links alike [SIZEURL-01, SIZEURL-02, SIZEURL-03, SEO-07]', async () => {
    const feed = load(await (await fetch(`${shop.url}/merchant-feed.xml`)).text(), { xml: true })
    const items = feed('item').toArray()
    expect(items.length).toBe(16)
    for (const item of items) {
      const of = (name: string) => feed(item).find(`g\\:${name}`).first().text()
      const link = new URL(of('link'))
      const page = await readPage(shop.url, link.pathname + link.search)
      const meta = (name: string) => page.$(`meta[property="${name}"]`).attr('content')
      const price = of('price').replace(' USD', '')
      expect(page.$('input[name=size]:checked').attr('value')).toBe(of('size'))
      expect(page.$('main p.text-5xl').text()).toBe(dollars(price))
      const [first] = factOf(page, 'Product').offers as Facts[]
      expect(first).toMatchObject({ url: link.href, price, sku: of('id') })
      expect(meta('og:url')).toBe(link.href)
      expect(meta('og:title')).toBe(of('title'))
      expect(meta('product:price:amount')).toBe(price)
      expect(page.$('link[rel=canonical]').attr('href')).toBe(`${shop.url}${link.pathname}`)
    }
  })

  it('opens the plain page where the address names no size, kept once [SIZEURL-04, SIZEURL-07]', async () => {
    const plain = await readPage(shop.url, '/product/7')
    const kept = () => shop.app.cache.pages?.().pages
    await readPage(shop.url, '/product/7?size=Large')
    const before = kept()
    for (const query of ['size=Huge', 'size=', 'size=LARGE', 'size=large&x=1', 'checkout=x']) {
      const page = await readPage(shop.url, `/product/7?${query}`)
      expect(page.status).toBe(200)
      const isLarge = /large/i.test(query)
      expect(page.$('input[name=size]:checked').attr('value')).toBe(isLarge ? 'Large' : 'Small')
      if (!isLarge) expect(page.html).toBe(plain.html)
    }
    expect(kept()).toBe(before)
  })

  it('follows the gold price as the page does [SEO-02]', async () => {
    const before = factOf(await readPage(shop.url, '/product/7'), 'Product').offers as Facts[]
    await shop.goldBecomes('131')
    const page = await readPage(shop.url, '/product/7')
    const after = factOf(page, 'Product').offers as Facts[]
    expect(Number(after[0]?.price)).toBeGreaterThan(Number(before[0]?.price))
    expect(page.$('main').text()).toContain(dollars(String(after[0]?.price)))
    await shop.goldBecomes('130')
  })

  it('calls each answer and each post an article, with a picture [SEO-04]', async () => {
    const articles = [...under('/qa/'), ...under('/blog/')]
    expect(articles).toHaveLength(11)
    for (const page of articles) {
      const article = factOf(page, 'Article')
      expect(article).toMatchObject({
        headline: page.$('h1').text(),
        description: page.$('meta[name=description]').attr('content'),
        mainEntityOfPage: page.$('link[rel=canonical]').attr('href'),
        author: { '@type': 'Organization', name: brand.name },
        publisher: { '@type': 'Organization', name: brand.name },
        image: page.$('meta[property="og:image"]').attr('content'),
      })
      const dated = page.path.startsWith('/blog/')
      expect(Number.isNaN(Date.parse(String(article.datePublished)))).toBe(!dated)
    }
  })

  it('asks what stands on the page, and gives the whole answer that stands at its address [SEO-04, QA-07]', () => {
    const [page] = pages.filter(({ path }) => path === '/qa')
    if (!page) throw new Error('no /qa')
    const asked = factOf(page, 'FAQPage').mainEntity as (Facts & { acceptedAnswer: Facts })[]
    expect(asked).toHaveLength(7)
    for (const { name, url, acceptedAnswer } of asked) {
      expect(page.$('main').text()).toContain(name)
      const [article] = pages.filter(({ path }) => shop.url + path === url)
      const read = article?.$('main .prose').text() ?? ''
      expect(unspaced(read).length, String(name)).toBeGreaterThan(2000)
      expect(unspaced(String(acceptedAnswer.text)), String(name)).toBe(unspaced(read))
      expect(acceptedAnswer.text).not.toMatch(/<[a-z]|&\w+;|\{\w+\}/)
    }
  })

  it('has nothing to say where there is no page', async () => {
    expect(factsOf(await readPage(shop.url, '/nothing-here'))).toEqual([])
  })
})

/** `2113.72` as a page shows it. */
function dollars(decimal: string): string {
  return `$${decimal.replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

const unspaced = (text: string) => text.replace(/\s+/g, '')
