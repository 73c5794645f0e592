import { Link } from 'react-router'
import { goldSizes, lightest } from '#app/domain/catalogue/gold-size.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceOfPiece } from '#app/domain/pricing/price.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { useGoldPrice } from '#app/ui/gold/gold-price-context.tsx'
import type { CardProduct } from '#app/ui/product-card.tsx'
import { brand } from '#brand'
import { home } from '#content/pages/home.ts'

/** One piece, hanging from the bar, and one sentence. The words are there at once; it comes after. */
export function Hero({ piece }: { piece: CardProduct | null }) {
  const { headline, sentence, action, second } = home.hero
  return (
    <section className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-x-8 px-5 md:grid-cols-[5fr_6fr] md:px-8">
      <div className="flex flex-col justify-center py-14 md:py-24">
        <h1 className="hero-title">{headline}</h1>
        <p className="mt-6 max-w-md text-lg text-muted">{sentence}</p>
        <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4">
          <Link to={action.to} prefetch="intent" className="button button-gold">
            {action.label}
          </Link>
          <Link to={second.to} className="link py-2">
            {second.label}
          </Link>
        </div>
      </div>
      <div className="hero-arrives pb-12 md:pb-16">
        {piece ? <Piece piece={piece} /> : <Mark />}
      </div>
    </section>
  )
}

function Piece({ piece }: { piece: CardProduct }) {
  const image = piece.images[0]
  const gold = useGoldPrice()
  const size = lightest(goldSizes(piece.attributes))
  return (
    <figure>
      <Picture
        src={image?.src}
        alt={image?.alt ?? ''}
        side={640}
        eager
        className="hero-picture hero-settles bg-transparent!"
      />
      <figcaption className="text-center text-sm text-muted">
        <Link to={`/product/${piece.id}`} className="link text-ink">
          {piece.name}
        </Link>
        {size && (
          <span className="tabular">
            , {size.size}, {formatGrams(size.weight)},{' '}
            {formatCents(priceOfPiece(size.weight, size.fee, gold.pricePerGram).unitPrice)}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

/** Where there is no piece to show. */
function Mark() {
  return (
    <p
      aria-hidden="true"
      className="hallmark mx-auto mt-12 grid aspect-square w-full max-w-md place-items-center font-display text-7xl"
    >
      {brand.mark}
    </p>
  )
}
