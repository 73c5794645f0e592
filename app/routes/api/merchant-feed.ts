import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { nextRefresh } from '#app/.server/catalog/queries/product-page.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { inTurn } from '#app/.server/platform/http/limits/page-queue.ts'
import { showsGoldPrice } from '#app/.server/platform/http/page-cache/page-life.ts'
import { xmlText } from '#app/.server/platform/http/xml.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { withIncluded } from '#app/domain/catalog/options.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { cutAtWord } from '#app/ui/seo.ts'
import { brand } from '#brand'
import { shownProduct } from '../shop/product/shown-product.ts'
import { type DescribedOffer, productOffers } from '../shop/product/structured-data.ts'

export const middleware = [inTurn]

/** Written between two turns of the event loop, so that a large catalog keeps nobody waiting. */
const productsAtOnce = 50

/**
 * The products on sale as RSS 2.0 for Google Merchant Center [SEO-06], priced as their pages are.
 * Fields: https://support.google.com/merchants/answer/7052112
 */
export const loader = apiRoute({
  GET: async ({ app, context }) => {
    const [{ onSale }, { gold, mayQuote, lastUpdated, state }, stop] = await Promise.all([
      currentCatalog(app),
      currentGoldPrice(app),
      sellingStop(app),
    ])
    const until = nextRefresh(lastUpdated ?? gold.takenAt, app.config.gold.refreshMs, app.now())
    showsGoldPrice(context, { state, until: () => until })
    const origin = app.publicUrl
    async function* feed() {
      yield [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
        '<channel>',
        `<title>${xmlText(brand.name)}</title>`,
        `<link>${xmlText(origin)}</link>`,
        `<description>${xmlText(`Pure 24k gold by ${brand.name}`)}</description>`,
        '',
      ].join('\n')
      const priced = mayQuote ? onSale : []
      for (let at = 0; at < priced.length; at += productsAtOnce) {
        const some = priced.slice(at, at + productsAtOnce)
        const terms = { perGram: gold.perGram, origin, isSelling: stop === null }
        yield some.flatMap((product) => itemsOf(product, terms)).join('')
        await setImmediate()
      }
      yield '</channel>\n</rss>\n'
    }
    const body = Readable.from(feed(), { objectMode: false })
    return new Response(Readable.toWeb(body) as ReadableStream, {
      headers: {
        'Content-Type': 'application/rss+xml; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
      },
    })
  },
})

export const action = loader

type Terms = Omit<Parameters<typeof productOffers>[1], 'address'> & { origin: string }

/** One item a size, as variants of one product. */
function itemsOf(product: Product, { origin, ...terms }: Terms): string[] {
  const shown = shownProduct(product, goldSizes(product.attributes))
  const address = new URL(`/product/${encodeURIComponent(product.id)}`, origin).href
  const [picture, ...more] = shown.images.flatMap(({ src }) =>
    URL.canParse(src, origin) ? [new URL(src, origin).href] : [],
  )
  // Google refuses an item without a picture.
  if (picture === undefined) return []
  return productOffers(shown, { ...terms, address }).map((offer) =>
    xmlItem([
      ['id', offer.sku],
      ['item_group_id', product.id],
      ['title', titleOf(shown.name, offer)],
      ['description', shown.summary || shown.name],
      ['link', offer.address],
      ['image_link', picture],
      ...more.map((each): Field => ['additional_image_link', each]),
      ['availability', availabilityOf(offer)],
      ['price', `${offer.price} USD`],
      ['condition', 'new'],
      ['brand', brand.name],
      // No GTIN: the pieces are the maker's own.
      ['identifier_exists', 'no'],
      ['google_product_category', 'Apparel & Accessories > Jewelry'],
      ...shown.categories.map(({ name }): Field => ['product_type', name]),
      ['material', 'Gold'],
      ['color', 'Gold'],
      ['size', offer.size],
      ['gender', 'unisex'],
      ['age_group', 'adult'],
      // What the price is for [OPTION-08].
      ...withIncluded([], shown.options).map(
        ({ name, choice }): Field => [
          'product_detail',
          [
            ['attribute_name', name],
            ['attribute_value', choice],
          ],
        ],
      ),
    ]),
  )
}

/** Google cuts longer titles, and their end is what tells one size from another. */
const maxTitle = 150

function titleOf(name: string, offer: DescribedOffer): string {
  const end = offer.name.slice(name.length)
  return `${cutAtWord(name, maxTitle - end.length)}${end}`
}

type Field = readonly [name: string, content: string | readonly Field[]]

const xmlItem = (fields: readonly Field[]) => `<item>\n${xmlFields(fields)}</item>\n`

function xmlFields(fields: readonly Field[]): string {
  const lines = fields.map(([name, content]) => {
    const inside = typeof content === 'string' ? xmlText(content) : xmlFields(content)
    return `<g:${name}>${inside}</g:${name}>\n`
  })
  return lines.join('')
}

function availabilityOf({ availability }: DescribedOffer): 'in_stock' | 'out_of_stock' {
  return availability === 'OutOfStock' || availability === 'SoldOut' ? 'out_of_stock' : 'in_stock'
}
