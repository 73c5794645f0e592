import type { Product } from '#app/domain/catalog/product.ts'
import type { SharedPicture } from '#app/ui/seo.ts'
import { cardAddress, pendantCard } from '#content/share/cards.ts'

/**
 * The picture beside a shared link: the card of a built-in pendant, else the first picture that the
 * readers of such links can show, which SVG is not; else the card of the collection. For the loader
 * alone: the cards name every page and text of the shop, which no browser needs.
 */
export function sharedPicture(product: Pick<Product, 'name' | 'images'>): SharedPicture {
  const card = pendantCard(product)
  if (card) return { src: card, alt: '' }
  const picture = product.images.find(
    ({ src }) => !/\.svg(\?|$)/i.test(src) && URL.canParse(src, 'https://shop.example'),
  )
  return { src: picture?.src ?? cardAddress('products'), alt: picture?.alt ?? '' }
}
