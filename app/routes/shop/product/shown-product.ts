import { htmlForPage, plainText } from '#app/.server/catalog/clean-html.ts'
import type { CountedSize, ShownSize } from '#app/domain/catalog/gold-size.ts'
import { chainOf } from '#app/domain/catalog/necklace-chain.ts'
import { choiceText } from '#app/domain/catalog/option-words.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { dimensionAttributes, specificationsOf } from '#app/domain/catalog/specifications.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import { stockForShop } from '#app/domain/inventory/stock.ts'
import { unbrokenHtml } from '#app/domain/text/no-break.ts'
import { type CardProduct, forCard } from '#app/ui/product-card.tsx'

/** Under the pictures of a built-in piece, by their view; photographs that staff add speak for themselves [PDP-29]. */
const captions: Readonly<Record<string, string>> = {
  front: 'front view',
  body: 'Large, worn on an 18-inch chain',
  'three-quarter': 'at an angle',
  edge: 'the laser inscription',
  scale: 'both sizes, beside a disc as wide as a quarter (24.26 mm)',
}

function captionOf(src: string): string | null {
  const view = /^\/pendants\/.+?-(front|three-quarter|edge|scale|body)\.jpg$/.exec(src)?.[1]
  return view ? `Rendering: ${captions[view]}.` : null
}

/** A product as its page shows it; for loaders. */
export function shownProduct(product: Product, sizes: readonly CountedSize[]) {
  return {
    id: product.id,
    name: product.name,
    summary: plainText(product.short_description),
    ...(product.searchTitle && { searchTitle: product.searchTitle }),
    ...(product.searchDescription && { searchDescription: product.searchDescription }),
    images: product.images.map(({ id, src, alt }) => ({ id, src, alt, caption: captionOf(src) })),
    categories: product.categories.map(({ name, slug }) => ({ name, slug })),
    sizes: sizes.map(
      ({ stock, ...size }): ShownSize => ({
        ...size,
        ...(stock && { stock: stockForShop(stock, 'size') }),
      }),
    ),
    engraving: product.engraving ?? null,
    options: (product.options ?? []).map((each) => ({ ...each, words: choiceText(each) })),
    stock: stockForShop(product.stock ?? null),
    dimensions: dimensionAttributes(product.attributes),
    chain: chainOf(product.attributes),
    /** Shown where there is no size to choose, as on the card [LIST-14, PDP-24]. */
    storedPrice: sizes.length === 0 ? (startingPrice(product, null)?.amount ?? null) : null,
    specifications: specificationsOf(product.attributes),
    detailsHtml: unbrokenHtml(htmlForPage(product.description)),
  }
}

/** The pieces beside it, as they are in the collection; for loaders. */
export function relatedCards(pieces: readonly Product[], pricing: string): CardProduct[] {
  return pieces.map((piece) => forCard(piece, plainText(piece.short_description), pricing))
}
