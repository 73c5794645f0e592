import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import type { ShownStock } from '#app/domain/catalog/stock.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { type Facts, maker } from '#app/ui/structured-data.tsx'
import { brand } from '#brand'

type DescribedProduct = {
  id: string
  name: string
  /** Plain text. */
  summary: string
  images: readonly { src: string }[]
  sizes: readonly GoldSize[]
  stock: Pick<ShownStock, 'availability'>
}

/**
 * Product and one Offer a size, as schema.org names them [SEO-02]. Priced by the same rule and the
 * same gold price as the page; valid no longer than until the gold price is next renewed.
 * Without such a time no price could be promised, and none is given [LIVE-13]. While the shop sells
 * nothing, nothing is in stock [STOP-04]; else it is as many as are counted [STOCK-05].
 */
export function productData(
  product: DescribedProduct,
  perGram: PricePerGram,
  {
    address,
    pricesUntil,
    isSelling,
  }: { address: string; pricesUntil: string | null; isSelling: boolean },
): Facts {
  const { origin } = new URL(address)
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
    ...(pricesUntil !== null &&
      product.sizes.length > 0 && {
        offers: productOffers(product, { perGram, address, isSelling }).map((offer) => ({
          '@type': 'Offer',
          name: offer.name,
          sku: offer.sku,
          url: offer.address,
          price: offer.price,
          priceCurrency: 'USD',
          priceValidUntil: pricesUntil,
          availability: `https://schema.org/${offer.availability}`,
          itemCondition: 'https://schema.org/NewCondition',
          seller: maker(origin),
        })),
      }),
  }
}

/** What of a product can be bought: one offer a size. `price` in dollars, such as `2113.72`. */
export type DescribedOffer = {
  size: string
  name: string
  sku: string
  address: string
  price: string
  availability: ShownStock['availability'] | 'OutOfStock'
}

/** For search engines and for the feed of a marketplace alike [SEO-02, SEO-06]. */
export function productOffers(
  { id, name, sizes, stock }: Pick<DescribedProduct, 'id' | 'name' | 'sizes' | 'stock'>,
  { perGram, address, isSelling }: { perGram: PricePerGram; address: string; isSelling: boolean },
): DescribedOffer[] {
  return sizes.map(({ size, weight, fee }) => ({
    size,
    name: `${name}, ${size}, ${formatGrams(weight)}`,
    sku: `${id}-${size}`,
    address,
    price: centsToDecimal(priceItem(weight, fee, perGram).unitPrice),
    availability: isSelling ? stock.availability : 'OutOfStock',
  }))
}
