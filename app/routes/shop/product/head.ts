import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { cutDescription, type SharedPicture } from '#app/ui/seo.ts'
import { cardAddress, pendantCard } from '#content/share/cards.ts'

type Described = { name: string; summary: string; sizes: readonly GoldSize[] }

/** The product in search results: what it is, then what it weighs [SEO-01]. */
export function productDescription({ name, summary, sizes }: Described): string {
  const weights = sizes.map(({ weight }) => formatGrams(weight)).join(' or ')
  const ofWeight = weights ? ` of ${weights}` : ''
  return cutDescription(
    `${summary || `${name}.`} A piece${ofWeight} of pure 24k (.9999) gold, priced by weight from the live gold price.`,
  )
}

/**
 * The picture beside a shared link: the card of a built-in pendant, else the first picture that the
 * readers of such links can show, which SVG is not; else the card of the collection.
 */
export function sharedPicture(product: Pick<Product, 'name' | 'images'>): SharedPicture {
  const card = pendantCard(product)
  if (card) return { src: card, alt: '' }
  const picture = product.images.find(
    ({ src }) => !/\.svg(\?|$)/i.test(src) && URL.canParse(src, 'https://shop.example'),
  )
  return { src: picture?.src ?? cardAddress('products'), alt: picture?.alt ?? '' }
}
