import { Link } from 'react-router'
import { startingSize, stockOf } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { sizeParts } from '#app/domain/catalog/size-words.ts'
import { shortMeasures } from '#app/domain/catalog/specifications.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import { isSetManually } from '#app/domain/gold-price/acceptance.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { stockForShop } from '#app/domain/inventory/stock.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Picture } from './gallery/picture.tsx'
import { DottedLine } from './text/dotted-line.tsx'
import { Unbroken } from './text/no-break.tsx'

export type CardProduct = Pick<
  Product,
  'id' | 'name' | 'price' | 'images' | 'attributes' | 'categories'
> & {
  /** The short description as plain text. */
  summary: string
  /** How many there are, where they are counted, or that its price is live; null: nothing to mark. */
  mark: string | null
}

const live = 'Live Pricing'

/** How pieces are priced: no price that staff set follows the market. `source` of the gold price. */
export const pricingTag = (source: string) => (isSetManually(source) ? 'Priced by Weight' : live)

/** Only what a card shows, so that a page of 24 does not carry 24 descriptions. `pricing` by `pricingTag`. */
export function forCard(product: Product, summary: string, pricing: string): CardProduct {
  const { id, name, price, images, categories } = product
  const mark = stockForShop(stockOf(product)).words ?? (pricing === live ? live : null)
  // Of how many there are of a size, only that it is sold [LIST-22].
  const attributes = product.attributes.map(({ stock, ...attribute }) =>
    stock?.pieces === 0 ? { ...attribute, stock: soldOut } : attribute,
  )
  return { id, name, summary, mark, price, images: images.slice(0, 1), attributes, categories }
}

const soldOut = { pieces: 0, reserved: 0, counted: 0 }

export function productAddress(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** As wide as a card's picture is in the collection. */
const sizes =
  '(min-width: 100rem) 28rem, (min-width: 72rem) 21rem, (min-width: 64rem) 29vw, (min-width: 40rem) 46vw, calc(100vw - 2.5rem)'
const sizesInRow =
  '(min-width: 100rem) 28rem, (min-width: 72rem) 21rem, (min-width: 48rem) 30vw, 72vw'

type Props = {
  product: CardProduct
  /** What gold costs now; null where nobody knows [D22]. */
  perGram: PricePerGram | null
  /** For pictures that are seen without scrolling. */
  eager?: boolean
  heading?: 'h2' | 'h3'
  /** In `ProductRow`: on small screens without what its page says better. */
  inRow?: boolean
}

/** A product in the collection: all of the card leads to its page [LIST-11 to LIST-15, HOME-05]. */
export function ProductCard({
  product,
  perGram,
  eager = false,
  heading: Heading = 'h3',
  inRow = false,
}: Props) {
  const image = product.images[0]
  return (
    <article className="card group relative flex h-full flex-col">
      <div className="overflow-hidden bg-raised">
        <Picture
          src={image?.src}
          alt={image?.alt ?? ''}
          side={400}
          sizes={inRow ? sizesInRow : sizes}
          eager={eager}
          filled
          className="card-picture w-full"
        />
      </div>
      <div className="flex grow flex-col pt-3 wrap-anywhere">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-muted text-xs">
          {product.mark && (
            <p
              className={`flex items-center gap-2 ${inRow && product.mark === live ? 'max-lg:hidden' : ''}`}
            >
              <span aria-hidden="true" className="size-1.5 rounded-full bg-gold" />
              {product.mark}
            </p>
          )}
          {product.categories.length > 0 && (
            <ul className={`flex flex-wrap gap-x-3 ${inRow ? 'max-lg:hidden' : ''}`}>
              {product.categories.map((category) => (
                <li key={category.id}>{category.name}</li>
              ))}
            </ul>
          )}
        </div>
        <Heading className="mt-2 text-2xl">
          <Link to={productAddress(product.id)} prefetch="intent" className="card-link">
            {product.name}
          </Link>
        </Heading>
        <p className={`mt-2 line-clamp-4 text-muted ${inRow ? 'max-md:hidden' : ''}`}>
          <Unbroken>{product.summary}</Unbroken>
        </p>
        {inRow && (
          <p className="mt-1 truncate text-muted md:hidden">{product.summary.split(/[,.:;]/)[0]}</p>
        )}
        <div className="mt-auto pt-3">
          <CardPrice product={product} perGram={perGram} inRow={inRow} />
        </div>
      </div>
    </article>
  )
}

type RowProps = Pick<Props, 'perGram'> & { products: readonly CardProduct[]; className?: string }

/** Up to three pieces: in a row, which is swiped on a phone [HOME-11, PDP-25]. */
export function ProductRow({ products, perGram, className = '' }: RowProps) {
  return (
    <ul className={`swiped mt-8 gap-y-14 md:gap-x-8 md:grid md:grid-cols-3 ${className}`}>
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} perGram={perGram} inRow />
        </li>
      ))}
    </ul>
  )
}

function CardPrice({ product, perGram, inRow }: Pick<Props, 'product' | 'perGram' | 'inRow'>) {
  const price = startingPrice(product, perGram)
  if (!price) return <p className="text-muted">Price on request</p>
  const size = startingSize(product.attributes)
  const isLive = size !== null && perGram !== null
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-lg">
          {isLive && <span className="text-sm text-muted">from </span>}
          <LiveValue>{formatCents(price.amount)}</LiveValue>
        </span>
        {isLive && (
          <span className="text-sm text-muted">
            <DottedLine
              parts={sizeParts(size, inRow ? null : shortMeasures(product.attributes, size.size))}
            />
          </span>
        )}
      </p>
      {price.excludesGold && (
        <p className="mt-1 text-sm text-muted">
          Fee only. The gold is added at that day’s price. Please ask us.
        </p>
      )}
    </>
  )
}
