import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import type { Category, Product } from '#app/domain/catalog/product.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { brand } from '#brand'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { renderPage } from '#tests/support/page.tsx'
import { catalogOf } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import * as route from './products.tsx'

async function page(
  query = '',
  products: readonly Product[] = builtInPendants,
  goldPrice: GoldPrice | null = null,
) {
  const app = testShop({ db: null })
  Object.assign(app.cache, { catalog: products && catalogOf(products), goldPrice })
  const { html, words, status } = await renderPage(app, route, {
    path: 'products',
    address: `/products${query}`,
  })
  const $ = load(html)
  const names = $('main article h2')
    .map((_, element) => $(element).text())
    .get()
  return { $, words, status, names }
}

const many = (count: number): Product[] =>
  Array.from({ length: count }, (_, at) => ({
    ...(builtInPendants[0] as Product),
    id: `piece-${at}`,
    name: `Piece ${at}`,
  }))

const empty = 'No products found matching your criteria.'

describe('the collection', () => {
  it('has a hero titled Our Collection with a link home [LIST-01, LIST-03]', async () => {
    const { $ } = await page()
    expect($('h1').text()).toBe('Our Collection')
    const home = $('main header a').filter((_, element) => $(element).text() === 'Home')
    expect(home.attr('href')).toBe('/')
  })

  it('shows gold per ounce, per gram and its change in the hero [LIST-02]', async () => {
    const gold = goldPrice({ change: -297_700, changePercent: -1.02 })
    const hero = (await page('', builtInPendants, gold)).$('main header').text()
    expect(hero).toContain('$4,083.20')
    expect(hero).toContain('$131.28')
    expect(hero).toContain('-29.77 (-1.02%)')
  })

  it('shows no change beside the fallback price, of which none is known [LIST-02, GOLD-26]', async () => {
    const hero = (await page()).$('main header').text()
    expect(hero).toContain('$2,886.32')
    expect(hero).toContain('$92.77')
    expect(hero).toContain('Indicative price')
    expect(hero).not.toContain('%')
  })

  it('says under its name what the pieces hang on, and what their pictures are [FACTS-35, FACTS-36]', async () => {
    expect((await page()).words).toContain(
      'Pendants 24k. 18-inch 14k chain included. Pictures are renderings.',
    )
    const [first, ...others] = builtInPendants as [Product, ...Product[]]
    const bare = { ...first, attributes: [], images: [] }
    expect((await page('', [bare, ...others])).words).toContain('Each piece names its own chain.')
    expect((await page('', [bare])).words).not.toMatch(/Pendants 24k|renderings/)
  })

  it('has the categories as links too, which keep what is searched for [LIST-23]', async () => {
    const { $ } = await page('?q=sun&category=land')
    const chips = $('nav[aria-label=Categories] a').toArray()
    expect(chips.map((chip) => $(chip).text())).toEqual([
      'All',
      'Geometry',
      'Land',
      'Marks',
      'Water',
    ])
    expect(chips.map((chip) => $(chip).attr('href'))).toContain('/products?q=sun&category=water')
    expect($('nav[aria-label=Categories] [aria-current]').text()).toBe('Land')
  })

  it('searches by a plain form, which works without JavaScript and ends at the results [LIST-05, LIST-18]', async () => {
    const { $ } = await page('?q=wave&category=water')
    expect($('search form').attr('action')).toBe('/products#pieces')
    expect($('#pieces').attr('aria-label')).toBe('Pieces')
    expect($('search form').attr('method') ?? 'get').toBe('get')
    expect($('input[name=q]').attr('placeholder')).toBe('Search products...')
    expect($('input[name=q]').attr('value')).toBe('wave')
    expect($('select[name=category] option[selected]').attr('value')).toBe('water')
    expect($('search button[type=submit]').text()).toBe('Search')
  })

  it('finds by name and description, ignoring case [LIST-06]', async () => {
    expect((await page('?q=SOUND')).names).toContain('Sound Wave')
    expect((await page('?q=douglas')).names).toEqual(['Fir Cone'])
  })

  it('offers All Categories first, then exactly those of the products [LIST-07]', async () => {
    const options = ({ $ }: Awaited<ReturnType<typeof page>>) =>
      $('select[name=category] option')
        .map((_, element) => $(element).text())
        .get()
    expect(options(await page())).toEqual(['All Categories', 'Geometry', 'Land', 'Marks', 'Water'])
    const water = builtInPendants.filter(({ categories }) => categories.length === 1).slice(0, 1)
    expect(options(await page('', water))).toEqual(['All Categories', 'Water'])
  })

  it('combines category and search [LIST-08]', async () => {
    const inWater = (await page('?category=water')).names
    expect(inWater.length).toBeGreaterThan(1)
    expect((await page('?category=water&q=knot')).names).toEqual(['Harbor Knot'])
    expect((await page('?category=land&q=knot')).words).toContain(empty)
  })

  it('shows a category of the address that is none of its own, and finds nothing [LIST-08]', async () => {
    const { $, words, status } = await page('?category=rings')
    expect(status).toBe(200)
    expect(words).toContain(empty)
    expect($('select option[selected]').attr('value')).toBe('rings')
  })

  it('hides the form behind Filters, open where something is searched [LIST-10]', async () => {
    const { $ } = await page()
    expect($('search summary').text()).toBe('Filters')
    expect($('search details').attr('open')).toBeUndefined()
    const searched = await page('?q=wave')
    expect(searched.$('search details').attr('open')).toBeDefined()
  })

  it('shows each piece with picture, texts, chips, tag and starting price, linked [LIST-11 to LIST-13, LIST-15]', async () => {
    const { $, names } = await page('?q=sound+wave')
    expect(names[0]).toBe('Sound Wave')
    const card = $('main article').first()
    expect(card.find('img').attr('src')).toBe('/pendants/sound-wave-front.jpg')
    expect(card.text()).toContain(builtInPendants[0]?.short_description)
    expect(card.text()).toContain('Live Pricing')
    expect(card.text()).toContain('$2,113.72')
    expect(card.find('ul li').text()).toBe('Water')
    expect(card.find('a').attr('href')).toBe('/product/5')
  })

  it('says so where nothing matches, and leads back [LIST-17]', async () => {
    const { $, words, status } = await page('?q=nothing-like-this')
    expect(status).toBe(200)
    expect(words).toContain(empty)
    expect($('main a[href="/products"]').text()).toBe('Show all pieces')
    expect((await page('', [])).words).toContain(empty)
  })

  it('is paged from 24 pieces up, and keeps the search on every page [LIST-08]', async () => {
    const links = ({ $ }: Awaited<ReturnType<typeof page>>) =>
      $('nav[aria-label=Pages] a')
        .map((_, element) => [[$(element).attr('rel'), $(element).attr('href')]])
        .get()
    const whole = await page('', many(24))
    expect(whole.names).toHaveLength(24)
    expect(links(whole)).toEqual([])
    const first = await page('?q=piece', many(50))
    expect(first.names).toHaveLength(24)
    expect(links(first)).toEqual([['next', '/products?q=piece&page=2']])
    const middle = await page('?q=piece&page=2', many(50))
    expect(links(middle)).toEqual([
      ['prev', '/products?q=piece'],
      ['next', '/products?q=piece&page=3'],
    ])
    const last = await page('?q=piece&page=3', many(50))
    expect(last.names).toHaveLength(2)
    expect(links(last)).toEqual([['prev', '/products?q=piece&page=2']])
  })

  it('gives each page of the collection its own title and address [LIST-19, SEO-01]', () => {
    const head = (search: { q: string; category: string; page: number }) => {
      const matches = [{ id: 'root', loaderData: { origin: 'https://shop.example' } }]
      const tags = route.meta({ loaderData: { search }, matches } as never) as {
        title?: string
        rel?: string
        href?: string
      }[]
      const title = tags.find((tag) => 'title' in tag)?.title
      return [title, tags.find(({ rel }) => rel === 'canonical')?.href]
    }
    const first = [`Our Collection · ${brand.name}`, 'https://shop.example/products']
    expect(head({ q: '', category: '', page: 1 })).toEqual(first)
    expect(head({ q: '', category: '', page: 2 })).toEqual([
      `Our Collection, page 2 · ${brand.name}`,
      'https://shop.example/products?page=2',
    ])
    expect(head({ q: 'wave', category: '', page: 2 })).toEqual(first)
    expect(head({ q: '', category: 'water', page: 1 })).toEqual(first)
  })

  it('meets junk in the address calmly', async () => {
    for (const query of ['?page=-1', '?page=abc', '?page=1e9', '?page=900000', '?q=%00%ff']) {
      const { status, $ } = await page(query)
      expect(status).toBe(200)
      expect($('h1').text()).toBe('Our Collection')
    }
    const long = await page(`?q=${'x'.repeat(10_000)}`)
    expect(long.words).toContain(empty)
  })

  it('shows names and categories as text, whatever stands in them', async () => {
    const hostile: Category = { id: 'x', name: '</option><script>', slug: '"><script>' }
    const piece = { ...(builtInPendants[0] as Product), name: '<b>x</b>', categories: [hostile] }
    const { $, names } = await page('', [piece])
    expect(names).toEqual(['<b>x</b>'])
    expect($('main script').length).toBe(0)
  })
})
