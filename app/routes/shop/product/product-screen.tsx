import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cartItem } from '#app/domain/cart/cart-item.ts'
import {
  type EngravingOption,
  engravingOf,
  engravingProblem,
} from '#app/domain/catalog/engraving.ts'
import type { ShownSize } from '#app/domain/catalog/gold-size.ts'
import { type ShownChoice, withOptions } from '#app/domain/catalog/options.ts'
import type { Attribute } from '#app/domain/catalog/product.ts'
import { dimensionsOf, shortMeasures } from '#app/domain/catalog/specifications.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import type { ShownStock } from '#app/domain/inventory/stock.ts'
import { type Cents, centsToDecimal, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams, gramsToDecimal } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { useCart } from '#app/ui/cart/cart-context.tsx'
import { CheckoutCancelled, useCheckoutCancelled } from '#app/ui/cart/checkout-cancelled.tsx'
import { Gallery } from '#app/ui/gallery/gallery.tsx'
import type { GalleryImage } from '#app/ui/gallery/picture.tsx'
import { GoldLine } from '#app/ui/gold-price/gold-line.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { useRootData } from '#app/ui/layout/root-data.ts'
import type { CardProduct } from '#app/ui/product-card.tsx'
import { StructuredData } from '#app/ui/structured-data-script.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PriceAlert, priceAlertFormId } from '../price-alert-form.tsx'
import { Badges } from './badges.tsx'
import { BuyButtons } from './buy-buttons.tsx'
import { type BuyingFacts, ShippingFacts } from './buying-facts.tsx'
import { EngravingField } from './engraving-field.tsx'
import type { OfferPromise } from './offer-terms.ts'
import { OptionFields, useOptions } from './option-fields.tsx'
import { InTheBox, Making, Related } from './page-end.tsx'
import { PriceBreakdown, PriceParts } from './price-breakdown.tsx'
import { ProductHistory } from './product-history.tsx'
import { Details, Paracord, Specifications } from './sections.tsx'
import { ChainNote, SizeChoice } from './size-choice.tsx'
import { productData } from './structured-data.ts'
import { useChosenSize } from './use-chosen-size.ts'

type ShownProduct = {
  id: string
  name: string
  /** The short description as plain text. */
  summary: string
  images: GalleryImage[]
  categories: { name: string; slug: string }[]
  sizes: ShownSize[]
  /** How many there are, all sizes together, where they are counted so. */
  stock: ShownStock
  engraving: EngravingOption | null
  options: readonly ShownChoice[]
  /** Height, Width and Depth, some of them perhaps of one size. */
  dimensions: Attribute[]
  chain: string | null
  /** Of a piece without sizes: what its card shows too. */
  storedPrice: Cents | null
  specifications: Attribute[]
  /** The long description, cleaned. */
  detailsHtml: string
}

type ProductScreenProps = {
  product: ShownProduct
  facts: BuyingFacts
  /** How it is priced, in two or three words. */
  pricing: string
  paracord: { colors: readonly string[]; message: string } | null
  related: readonly CardProduct[]
  /** Whether a price may be promised to search engines. */
  isPriced: boolean
  promise: OfferPromise
  address: string
  /** Key of the size that the address asks for; null: none. Left out: the address follows no choice. */
  chosen?: string | null
  /** Why this piece cannot be bought, in the preview of a hidden one. */
  notYet?: string | null
  /** Whether the shop can send an email about a price; left out: no. */
  offersAlerts?: boolean
}

/** One product: its pictures, what it weighs, what it costs now and why, and the two ways to buy it. */
export function ProductScreen({
  product,
  facts,
  pricing,
  paracord,
  related,
  isPriced,
  promise,
  address,
  chosen,
  notYet = null,
  offersAlerts = false,
}: ProductScreenProps) {
  const { pricePerGram } = useGoldPrice()
  const { add } = useCart()
  const root = useRootData()
  const notSelling = notYet ?? root?.notSelling ?? null
  const { size, choose } = useChosenSize(product.sizes, chosen)
  const selected = size?.size ?? null
  const stock = size?.stock ?? product.stock
  // The checkout that was just left still holds its piece, which its buyer would read as somebody else's [STOCK-17].
  const cancelled = useCheckoutCancelled()
  const tellsStock = stock.isSold || !cancelled
  const terms = {
    ...{ address, isPriced, promise },
    isSelling: notSelling === null,
    chosen: size?.key ?? null,
  }
  const hasAlert = offersAlerts && size !== undefined && notSelling === null && !stock.isSold
  const [typed, setTyped] = useState('')
  const engravingField = useRef<HTMLInputElement>(null)
  // Typed before this page answered, or put back by the browser.
  useEffect(() => setTyped(engravingField.current?.value ?? ''), [])
  const text = engravingOf(typed)
  const engraving = product.engraving && text ? { text, fee: product.engraving.fee } : undefined
  const problem = engraving && product.engraving && engravingProblem(text, product.engraving)
  const isReady = () => {
    if (problem) engravingField.current?.focus()
    return !problem
  }
  const options = useOptions(product.options)
  // As it is made with what is chosen.
  const made = size && withOptions(size, options.chosen)
  const price = made && priceItem(made.weight, made.fee, pricePerGram, engraving?.fee)
  const amount = price ? price.unitPrice : product.storedPrice
  const specifications = (
    <Specifications
      dimensions={dimensionsOf(product.dimensions, selected)}
      specifications={product.specifications}
    />
  )

  return (
    <>
      <CheckoutCancelled next="The piece is still available." />
      <article className="frame pt-2 pb-8 md:pt-8">
        <StructuredData facts={productData(product, pricePerGram, terms)} />
        <nav
          aria-label="Breadcrumb"
          className="mb-4 text-muted text-sm wrap-anywhere max-md:hidden"
        >
          <Link to="/products" className="link">
            Our Collection
          </Link>{' '}
          / {product.name}
        </nav>
        <div className="piece-page">
          <div className="piece-gallery">
            <Gallery name={product.name} images={product.images} />
          </div>

          <div className="piece-buying">
            <div>
              <h1
                className={`wrap-anywhere max-md:mt-1 ${product.name.length > 30 ? 'text-4xl' : ''}`}
              >
                {product.name}
              </h1>
              {product.summary && (
                <p className="mt-2 text-muted wrap-anywhere max-md:leading-snug md:mt-4 md:text-lg">
                  <Unbroken>{product.summary}</Unbroken>
                </p>
              )}

              {amount !== null && (
                <p className="mt-2.5 font-display text-5xl text-gold-deep max-md:leading-none md:mt-8">
                  <LiveValue>{formatCents(amount)}</LiveValue>
                </p>
              )}
              {price && <PriceParts price={price} engraving={engraving?.fee ?? null} />}
              {stock.words && tellsStock && <p className="mt-2">{stock.words}</p>}
              <PriceAnnouncement
                text={
                  size && price
                    ? [`${size.size}: ${formatCents(price.unitPrice)}`, size.stock?.words]
                        .filter(Boolean)
                        .join('. ')
                    : ''
                }
              />

              <SizeChoice
                sizes={product.sizes}
                dimensions={product.dimensions}
                selected={selected}
                onSelect={choose}
                form={hasAlert ? priceAlertFormId : undefined}
                perGram={pricePerGram}
              />
              {product.options.length > 0 && <OptionFields {...options} />}
              {product.engraving && (
                <EngravingField
                  option={product.engraving}
                  field={engravingField}
                  {...{ typed, text, problem: problem ?? null }}
                  onType={setTyped}
                />
              )}
              {paracord && <Paracord {...paracord} />}
              <BuyButtons
                purchase={{
                  productId: product.id,
                  sizes: product.sizes,
                  selected,
                  options: options.chosen,
                  engraving,
                  shownPrice: price ? centsToDecimal(price.unitPrice) : '',
                }}
                chosen={
                  made && price
                    ? {
                        size: `${made.size} · ${formatGrams(made.weight)}`,
                        price: formatCents(price.unitPrice),
                      }
                    : null
                }
                fixedPrice={size?.checkoutLink != null && !engraving && options.chosen.length === 0}
                isReady={isReady}
                notSelling={notSelling ?? (stock.isSold ? soldMessage(product) : null)}
                onAdd={() => {
                  if (!made || !price || !isReady()) return
                  const seen = {
                    grams: gramsToDecimal(made.weight),
                    fee: centsToDecimal(made.fee),
                    perGram: rateToDecimal(pricePerGram),
                    ...(engraving && { engraving: centsToDecimal(engraving.fee) }),
                  }
                  const measures = shortMeasures(product.dimensions, made.size)
                  add({
                    ...cartItem(product, made.size, price.unitPrice, seen),
                    ...(measures !== null && { measures }),
                    ...(options.chosen.length > 0 && {
                      options: options.chosen.map(({ name, choice }) => ({ name, choice })),
                    }),
                    ...(engraving && { engraving: engraving.text }),
                  })
                }}
              />
              {product.chain && <ChainNote chain={product.chain} />}
              <ShippingFacts
                {...facts}
                canBeBought={size !== undefined && notSelling === null && !stock.isSold}
              />
            </div>
            <div className="piece-price">
              {made && price ? (
                <PriceBreakdown
                  name={product.name}
                  size={made}
                  price={price}
                  engraving={engraving?.fee ?? null}
                />
              ) : (
                <div className="mt-6">
                  <GoldLine />
                </div>
              )}
              {size && <ProductHistory product={product} size={size} />}
              {hasAlert && <PriceAlert product={product.id} />}
            </div>
          </div>
          <Badges pricing={pricing} />
          <div className="piece-details">
            {product.detailsHtml ? <Details html={product.detailsHtml} /> : specifications}
          </div>
        </div>
        {product.detailsHtml && specifications}
      </article>
      <InTheBox chain={product.chain} />
      <Making />
      <Related pieces={related} />
    </>
  )
}

function soldMessage({ stock, sizes }: Pick<ShownProduct, 'stock' | 'sizes'>): string {
  const isAll = stock.isSold || sizes.every((size) => size.stock?.isSold)
  return isAll ? 'This piece has sold.' : 'This size is sold out. Please choose another.'
}

/** Announced politely when it changes; silent at first [A11Y-04]. */
function PriceAnnouncement({ text }: { text: string }) {
  const last = useRef(text)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (text === last.current) return
    last.current = text
    setAnnounced(text)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
