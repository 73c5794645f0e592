import type { ShownSize } from '#app/domain/catalog/gold-size.ts'
import { sizeAddress } from '#app/domain/catalog/size-key.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import type { ShownStock } from '#app/domain/inventory/stock.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { type Facts, maker } from '#app/ui/structured-data.ts'
import { brand } from '#brand'
import { type OfferPromise, offerTerms } from './offer-terms.ts'

type DescribedProduct = {
  id: string
  name: string
  /** Plain text. */
  summary: string
  images: readonly { src: string }[]
  sizes: readonly ShownSize[]
  /** All sizes together, where they are counted so. */
  stock: Pick<ShownStock, 'availability'>
}

/**
 * Product and one Offer a size, as schema.org names them [SEO-02], each with the address that opens that
 * size; the chosen one first, as it is the one whose price the page shows [SIZEURL-02]. Priced by the same
 * rule and the same gold price as the page. No `priceValidUntil`: a price lasts until the gold price
 * moves, and no day is promised. Where the shop would refuse to quote, none is given [LIVE-13]. While it
 * sells nothing, nothing is in stock [STOP-04]; else it is as many as are counted [STOCK-05].
 */
export function productData(
  product: DescribedProduct,
  perGram: PricePerGram,
  {
    address,
    isPriced,
    isSelling,
    promise,
    chosen = null,
  }: {
    address: string
    isPriced: boolean
    isSelling: boolean
    promise: OfferPromise
    /** Key of the size that the page shows. */
    chosen?: string | null
  },
): Facts {
  const { origin } = new URL(address)
  const terms = offerTerms(promise)
  const offers = productOffers(product, { perGram, address, isSelling }).toSorted(
    (one, other) => Number(other.key === chosen) - Number(one.key === chosen),
  )
  return {
    '@type': 'Product',
    '@id': address,
    name: product.name,
    description: product.summary,
    sku: product.id,
    url: address,
    image: product.images.flatMap(({ src }) =>
      URL.canParse(src, origin) ? [new URL(src, origin).href] : [],
    ),
    brand: { '@type': 'Brand', name: brand.name },
    material: 'Gold, 24 karat, .9999 fine',
    countryOfOrigin: { '@type': 'Country', name: 'US' },
    ...(isPriced &&
      product.sizes.length > 0 && {
        offers: offers.map((offer) => ({
          '@type': 'Offer',
          name: offer.name,
          sku: offer.sku,
          url: offer.address,
          price: offer.price,
          priceCurrency: 'USD',
          availability: `https://schema.org/${offer.availability}`,
          itemCondition: 'https://schema.org/NewCondition',
          seller: maker(origin),
          ...terms,
        })),
      }),
  }
}

/** What of a product can be bought: one offer a size. `price` in dollars, such as `2113.72`. */
export type DescribedOffer = {
  size: string
  key: string
  name: string
  /** Of at most 50 characters, as Google asks; the same when the size is renamed. */
  sku: string
  /** Opens the page with this size. */
  address: string
  price: string
  availability: ShownStock['availability'] | 'OutOfStock'
}

/** For search engines and for the feed of a marketplace alike [SEO-02, SEO-06]. */
export function productOffers(
  { id, name, sizes, stock }: Pick<DescribedProduct, 'id' | 'name' | 'sizes' | 'stock'>,
  { perGram, address, isSelling }: { perGram: PricePerGram; address: string; isSelling: boolean },
): DescribedOffer[] {
  return sizes.map(({ size, key, weight, fee, stock: ofSize = stock }) => ({
    size,
    key,
    name: `${name}, ${size}, ${formatGrams(weight)}`,
    sku: `${id}-${key}`,
    address: sizeAddress(address, key),
    price: centsToDecimal(priceItem(weight, fee, perGram).unitPrice),
    availability: isSelling ? ofSize.availability : 'OutOfStock',
  }))
}
