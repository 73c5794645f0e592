import { Link } from 'react-router'
import { startingSize } from '#app/domain/catalog/gold-size.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { type CardProduct, productAddress } from '#app/ui/product-card.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { brand } from '#brand'

type ShownLink = { to: string; label: string }
type Props = {
  hero: {
    headline: string
    sentence: string
    action: ShownLink
    second: ShownLink
    picture: { src: string; alt: string; piece: string; isOwn?: boolean }
  }
  /** The featured products: one of them is shown. */
  products: readonly CardProduct[]
  /** Of the pendant’s gold and chain, and of the pictures of the page. */
  note: string
}

/** One product, large, with its price, at once; the words come half a second after load [HOME-01]. */
export function Hero({ hero, products, note }: Props) {
  const { headline, sentence, action, second } = hero
  return (
    <section className="frame hero grid grid-cols-1 gap-x-8 md:grid-cols-[5fr_6fr]">
      <div className="hero-arrives flex flex-col justify-center pb-12 md:py-24">
        <h1 className="text-[clamp(3rem,1.6rem+6vw,6.25rem)] md:max-lg:text-[6.6vw] leading-[0.95] tracking-[-0.02em]">
          {headline}
        </h1>
        <p className="mt-6 max-w-md text-lg text-muted">
          <Unbroken>{sentence}</Unbroken>
        </p>
        <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4">
          <Link to={action.to} prefetch="intent" className="button button-gold">
            {action.label}
          </Link>
          <Link to={second.to} className="link py-2">
            {second.label}
          </Link>
        </div>
      </div>
      <div className="min-w-0 max-md:order-first">
        {hero.picture.isOwn ? (
          <OwnPicture picture={hero.picture} />
        ) : (
          <HeroProduct picture={hero.picture} products={products} />
        )}
        {note && (
          <p className="pb-6 text-center text-xs text-balance text-muted md:pb-16">
            <Unbroken>{note}</Unbroken>
          </p>
        )}
      </div>
    </section>
  )
}

type HeroProductProps = Pick<Props, 'products'> & { picture: Props['hero']['picture'] }

/** One that staff chose: no piece in particular, so without a price. */
function OwnPicture({ picture }: { picture: Props['hero']['picture'] }) {
  return (
    <Picture
      src={picture.src}
      alt={picture.alt}
      side={640}
      filled
      shape={{
        height: 800,
        className:
          'mx-auto mb-3 aspect-4/5 h-auto w-full max-w-[min(40rem,88%)] object-cover md:max-w-160',
      }}
      sizes={heroSizes}
      eager
    />
  )
}

const heroSizes =
  '(min-width: 100rem) 40rem, (min-width: 72rem) 36rem, (min-width: 48rem) 50vw, calc(88vw - 2.2rem)'

type Shown = { piece: string; isOwn?: boolean }

const isOfPicture = ({ piece }: Shown, product: CardProduct | undefined) =>
  product?.images[0]?.src === `/pendants/${piece}-front.jpg`

/** Which of the featured products stands at the top, if one does. */
export function heroProduct(
  picture: Shown,
  products: readonly CardProduct[],
): CardProduct | undefined {
  if (picture.isOwn) return undefined
  return (
    products.find((product) => isOfPicture(picture, product)) ??
    products.find(({ images }) => images.length > 0)
  )
}

/** The shop's own picture, while it features the product on it; else the first product's. */
function HeroProduct({ picture, products }: HeroProductProps) {
  const product = heroProduct(picture, products)
  const ofPicture = isOfPicture(picture, product) ? product : undefined
  const image = ofPicture ? picture : product?.images[0]
  const gold = useGoldPrice()
  if (!product || !image) return <Hallmark />
  const size = startingSize(product.attributes)
  return (
    <figure>
      <Picture
        src={image.src}
        alt={image.alt}
        side={640}
        shape={{
          height: ofPicture ? 800 : 640,
          className: `mx-auto h-auto w-full max-w-[min(40rem,88%)] object-contain md:max-w-160 ${ofPicture ? 'aspect-4/5' : 'aspect-square'}`,
        }}
        sizes={heroSizes}
        eager
        className="picture-bare hero-lights"
      />
      <figcaption className="pb-1 text-center text-sm text-muted wrap-anywhere">
        <Link to={productAddress(product.id)} className="link text-ink">
          {product.name}
        </Link>
        {size && (
          <span>
            , {size.size}, {formatGrams(size.weight)},{' '}
            <LiveValue>
              {formatCents(priceItem(size.weight, size.fee, gold.pricePerGram).unitPrice)}
            </LiveValue>
          </span>
        )}
      </figcaption>
    </figure>
  )
}

/** Where there is no product to show. */
function Hallmark() {
  return (
    <p
      aria-hidden="true"
      className="hallmark mx-auto mt-12 grid aspect-square w-full max-w-md place-items-center font-display text-7xl"
    >
      {brand.mark}
    </p>
  )
}
