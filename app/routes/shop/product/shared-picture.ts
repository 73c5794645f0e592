import type { Product } from '#app/domain/catalog/product.ts'
import type { SharedPicture } from '#app/ui/seo.ts'
import { cardAddress, pendantCard } from '#content/share/cards.ts'

/**
 * What stands beside a shared link to a piece: the card of a built-in one, else its first picture
 * that the readers of such links can show, which SVG is not; else the collection's card.
 */
export function sharedPicture(piece: Pick<Product, 'name' | 'images'>): SharedPicture {
  const card = pendantCard(piece)
  if (card) return { src: card, alt: '' }
  const picture = piece.images.find(
    ({ src }) => !/\.svg(\?|$)/i.test(src) && URL.canParse(src, 'https://shop.example'),
  )
  return { src: picture?.src ?? cardAddress('products'), alt: picture?.alt ?? '' }
}
