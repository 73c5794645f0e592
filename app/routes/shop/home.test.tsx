import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import type { Product } from '#app/domain/catalog/product.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { renderPage } from '#tests/support/page.tsx'
import { catalogOf } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import * as home from './home.tsx'

function shopWith(products: readonly Product[] | null) {
  const app = testShop({ db: null })
  if (products) app.cache.catalog = catalogOf(products)
  return app
}
const page = (products: readonly Product[] | null = null) =>
  renderPage(shopWith(products), home, { path: '/' })
const section = (html: string, from: string, to: string) =>
  html.slice(html.indexOf(from), html.indexOf(to))
const unfeatured = builtInPendants.map((product) => ({ ...product, featured: false }))

describe('the home page', () => {
  it('has one heading of the first rank', async () => {
    const { html } = await page()
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('has three value cards: pure gold, American made, gold price [HOME-02]', async () => {
    const { html } = await page()
    const cards = section(html, 'value-cards', 'id="featured"').split('<li').slice(1)
    expect(cards).toHaveLength(3)
    expect(cards[0]).toContain('24k pure gold')
    expect(cards[1]).toContain('American made')
    expect(cards[2]).toContain('data-gold-widget')
  })

  it('shows at most three featured pieces, each leading to its page [HOME-04, HOME-05]', async () => {
    const all = builtInPendants.map((product) => ({ ...product, featured: true }))
    const { html } = await page(all)
    const featured = section(html, 'id="featured"', 'class="assay')
    const links = [...featured.matchAll(/href="\/product\/(\d+)"/g)].map(([, id]) => id)
    const coin = all.findIndex(({ slug }) => slug === 'compass-coin')
    expect(coin).toBeGreaterThan(3)
    expect(links).toEqual(all.slice(1, 4).map(({ id }) => id))
  })

  it('does not show the piece at the top again while three others are featured [HOME-09]', async () => {
    const featured = (count: number) => {
      const coinFirst = builtInPendants.toSorted(
        (one, other) => Number(other.slug === 'compass-coin') - Number(one.slug === 'compass-coin'),
      )
      return coinFirst.map((product, at) => ({ ...product, featured: at < count }))
    }
    const row = async (count: number) => {
      const { html } = await page(featured(count))
      const cards = load(section(html, 'id="featured"', 'class="assay'))
      return cards('li h3')
        .map((_, name) => cards(name).text())
        .get()
    }
    expect(await row(4)).toHaveLength(3)
    expect(await row(4)).not.toContain('Compass Coin')
    expect(await row(3)).toContain('Compass Coin')
  })

  it('shows short descriptions as text, and links to any id [LIST-11, HOME-05]', async () => {
    const [first] = builtInPendants
    if (!first) throw new Error('there are no pendants')
    const odd = { ...first, id: 'a/b', short_description: '<p>Waves &amp; <b>stone</b>.</p>' }
    const { html, words } = await page([odd])
    expect(words).toContain('Waves & stone.')
    expect(html).not.toContain('&lt;p&gt;')
    expect(html.match(/href="\/product\/a%2Fb"/g)).toHaveLength(2)
    expect(html).not.toContain('href="/product/a/b"')
  })

  it('leads on to the whole collection by View All [HOME-06]', async () => {
    const { html } = await page()
    expect(html).toMatch(/<a [^>]*href="\/products"[^>]*>View All<\/a>/)
  })

  it('shows shoppers the newest pieces where none is featured, and no word about an admin area [HOME-07]', async () => {
    const { html, words } = await page(unfeatured)
    expect(words).toContain('Newest pieces')
    expect(section(html, 'id="featured"', 'class="assay').match(/<article/g)).toHaveLength(3)
    expect(words).not.toMatch(/No featured products|admin/i)
  })

  it('says so where there is nothing at all [HOME-08]', async () => {
    const { words } = await page([])
    expect(words).toContain('No products found. Please try again later.')
    expect(words).not.toContain('Newest pieces')
  })

  it('works out a price that a pocket calculator agrees with [GOLD-03, GOLD-04, FACTS-24]', async () => {
    const [first] = builtInPendants
    if (!first) throw new Error('there are no pendants')
    const option = 'Weight: 14.7g, Fee: $750, Stripe Link: https://buy.stripe.com/x'
    const sized = { ...first, attributes: [{ id: 's', name: 'Gold Size: S', option }] }
    const { words } = await page([sized])
    expect(words).toContain(
      'Weight 14.7 g Gold, per gram × $92.77 Gold in the piece = $1,363.72 Flat fee + $750.00 Price = $2,113.72',
    )
  })

  it('names no market price while staff set it [HOME-12, LIST-12]', async () => {
    const app = shopWith(null)
    app.cache.goldPrice = goldPrice({ source: 'admin-exact' })
    const { words } = await renderPage(app, home, { path: '/' })
    const shown = words.slice(0, words.indexOf('How we price a piece') + 400)
    expect(shown).toContain('Gold at the price we set that day')
    expect(shown).not.toMatch(/Comex|Live Pricing|Priced by Weight/)
    const live = await page()
    expect(live.words).toContain('Gold at the Comex spot price on the day')
    expect(live.words).toContain('Live Pricing')
  })

  it('works the price out of another piece than the one at the top, and of none that does not exist [FACTS-16, HOME-10]', async () => {
    const coin = builtInPendants.filter(({ slug }) => slug === 'compass-coin')
    const others = builtInPendants.filter(({ slug }) => slug === 'fir-cone')
    const example = async (products: readonly Product[]) => {
      const { html } = await page(products.map((product) => ({ ...product, featured: true })))
      return /class="assay.*?<h3[^>]*>([^<]*)</s.exec(html)?.[1]
    }
    expect(await example([...coin, ...others])).toContain('Fir Cone')
    expect(await example([...others, ...coin])).toContain('Fir Cone')
    // The only one there is.
    expect(await example(coin)).toContain('Compass Coin')
    // Of no invented product where there is none with a price.
    expect(await example([])).toBeUndefined()
    expect(await example(coin.map((product) => ({ ...product, attributes: [] })))).toBeUndefined()
  })

  it('says of the pendant at the top what it hangs on, in the words of its data, and that pictures are renderings [FACTS-35, FACTS-36]', async () => {
    const note = async (product: Partial<Product>) => {
      const [first] = builtInPendants
      if (!first) throw new Error('there are no pendants')
      return (await page([{ ...first, ...product }])).words
    }
    expect(await note({})).toContain(
      'Pendant 24k. 18-inch 14k chain included. Pictures are renderings.',
    )
    const cord = [{ id: 'c', name: 'Chain', option: 'Black cord, not included' }]
    expect(await note({ attributes: cord })).toContain(
      'Pendant 24k. Cord: Black cord, not included.',
    )
    const none = await note({ attributes: [] })
    expect(none).not.toContain('Pendant 24k')
    const photo = [{ id: 'p', src: '/media/own-1600x1600-50x50.jpg', alt: '', order: 0 }]
    expect(await note({ images: photo })).toContain('Some pictures are renderings.')
  })

  it('names a size as all pieces on sale do, or not at all [HOME-13]', async () => {
    expect((await page(builtInPendants)).words).toContain(
      '.5oz Small: about 14 to 15.4 g 1oz Large: about 28 to 32 g Custom any weight',
    )
    const renamed = builtInPendants.map((product, at) => ({
      ...product,
      attributes: product.attributes.map((each) =>
        at === 0
          ? { ...each, name: each.name.replace('Gold Size: Small', 'Gold Size: Petite') }
          : each,
      ),
    }))
    const { words } = await page(renamed)
    expect(words).toContain('.5oz about 14 to 15.4 g 1oz Large: about 28 to 32 g')
  })

  it('names the three guarantees and the sizes [FACTS-25, FACTS-23]', async () => {
    const { words } = await page()
    for (const name of ['Material', 'Laser Inscribed', 'Recast', '.25oz', '.5oz', '1oz']) {
      expect(words).toContain(name)
    }
  })
})
