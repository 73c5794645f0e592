import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Attribute, Product } from '#app/domain/catalog/product.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { forCard, ProductCard, pricingTag } from './product-card.tsx'

const product: Product = {
  id: '7',
  name: 'Tide & Stone',
  slug: 'tide-stone',
  price: '2499.00',
  description: '<p>Long.</p>',
  short_description: 'A wave over a pebble.',
  weight: '',
  dimensions: { length: '', width: '', height: '' },
  active: true,
  featured: true,
  images: [
    { id: 'a', src: '/pendants/front.jpg', alt: 'A wave', order: 0 },
    { id: 'b', src: '/pendants/edge.jpg', alt: 'Its edge', order: 1 },
  ],
  attributes: [
    { id: '1', name: 'Gold Size: Large', option: 'Weight: 28.9g, Fee: $1250' },
    { id: '2', name: 'Gold Size: Small', option: 'Weight: 14.7g, Fee: $750' },
  ],
  categories: [
    { id: 'c', name: 'Water', slug: 'water' },
    { id: 'd', name: 'Land', slug: 'land' },
  ],
  related_ids: [],
  shipping_class: '',
}
const perGram = 927_700 as PricePerGram

function card(change: Partial<Product> = {}, price: PricePerGram | null = perGram) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ProductCard
        product={forCard(
          { ...product, ...change },
          product.short_description,
          pricingTag('gold-api'),
        )}
        perGram={price}
      />
    </MemoryRouter>,
  )
}
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('a product card', () => {
  it('shows image, name, short description and category chips [LIST-11]', () => {
    const html = card()
    expect(html).toContain('src="/pendants/front.jpg"')
    expect(html).toContain('alt="A wave"')
    for (const text of ['Tide &amp; Stone', 'A wave over a pebble.', 'Water', 'Land']) {
      expect(html).toContain(text)
    }
  })

  it('carries the tag Live Pricing, after the picture and not on it [LIST-12, LIST-20]', () => {
    expect(words(card())).toContain('Live Pricing Water Land Tide')
    expect(card()).not.toContain('absolute')
  })

  it('does not call a price live that staff set [LIST-12, PDP-13]', () => {
    expect(forCard(product, '', pricingTag('admin')).mark).toBeNull()
    expect(['gold-api', 'fallback', 'admin', 'admin-exact'].map(pricingTag)).toEqual([
      'Live Pricing',
      'Live Pricing',
      'Priced by Weight',
      'Priced by Weight',
    ])
  })

  it('starts at the lightest size’s price, whatever the order [LIST-13]', () => {
    // 14.7 × 92.77 = 1363.719, and 750 for the work.
    expect(words(card())).toContain('from $2,113.72 Small · 14.7 g')
  })

  it('measures the size it starts at, where that is known [FACTS-01]', () => {
    const sides = [
      { id: '3', name: 'Height: Small', option: '19.8 mm' },
      { id: '4', name: 'Width', option: '9.2 mm' },
    ]
    const attributes = [...product.attributes, ...sides]
    expect(words(card({ attributes }))).toContain('Small · 14.7 g · 20 × 9 mm')
  })

  it('names no size that is sold as the one it starts at, nor how many of it there were [LIST-22]', () => {
    const counted = (pieces: number) => ({ pieces, reserved: 0, counted: 7 })
    const [large, small] = product.attributes as [Attribute, Attribute]
    const attributes = [
      { ...large, stock: counted(2) },
      { ...small, stock: counted(0) },
    ]
    expect(words(card({ attributes }))).toContain('from $3,931.05 Large · 28.9 g')
    expect(JSON.stringify(forCard({ ...product, attributes }, '', ''))).not.toContain('7}')
    const sold = attributes.map((size) => ({ ...size, stock: counted(0) }))
    expect(words(card({ attributes: sold }))).toContain('from $2,113.72 Small')
  })

  it('shows the stored price without sizes or without a price per gram [LIST-14]', () => {
    expect(words(card({ attributes: [] }))).toContain('$2,499.00')
    expect(words(card({}, null))).toContain('$2,499.00')
    expect(words(card({}, null))).not.toContain('Fee only')
  })

  it('says so where the stored price is only the fee [LIST-14]', () => {
    expect(words(card({ price: '750.00' }, null))).toContain('$750.00 Fee only')
  })

  it('leads to the product, by a link named after it alone [LIST-15, HOME-05]', () => {
    expect(card()).toMatch(/<a [^>]*href="\/product\/7"[^>]*>Tide &amp; Stone<\/a>/)
    expect(card().match(/<a /g)).toHaveLength(1)
  })

  it('leads to the product whatever its id is made of [LIST-15]', () => {
    expect(card({ id: 'a/b?c#d' })).toContain('href="/product/a%2Fb%3Fc%23d"')
  })

  it('stands without image and without a readable price', () => {
    const html = card({ images: [], attributes: [], price: 'soon' })
    expect(html).not.toContain('<img')
    expect(html).toContain('Price on request')
  })

  it('carries only what it shows', () => {
    expect(forCard(product, '', '')).not.toHaveProperty('description')
    expect(forCard(product, '', '').images).toHaveLength(1)
  })
})
