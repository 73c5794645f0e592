import { isRouteErrorResponse, Link, redirect } from 'react-router'
import { productIdOfSlug } from '#app/.server/catalog/queries/catalog.ts'
import { productPage } from '#app/.server/catalog/queries/product-page.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { offersAlerts } from '#app/.server/price-alerts/queries/asked-size.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import { firstSize, goldSizes } from '#app/domain/catalog/gold-size.ts'
import { withAllowedLinks } from '#app/domain/catalog/payment-link.ts'
import { sizeAddress, sizeOfKey } from '#app/domain/catalog/size-key.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { pricingTag } from '#app/ui/product-card.tsx'
import { errorMeta, originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.ts'
import type { Route } from './+types/product.ts'
import { missingPage } from './missing-page.ts'
import { buyingFacts } from './product/buying-facts.tsx'
import { productDescription } from './product/head.ts'
import { ProductScreen } from './product/product-screen.tsx'
import { sharedPicture } from './product/shared-picture.ts'
import { relatedCards, shownProduct } from './product/shown-product.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const goldPrice = goldPriceOfRequest(context)
  const page = await productPage(app, params.id, goldPrice)
  if (!page) {
    const id = await productIdOfSlug(app, params.id)
    if (id === null) throw await missingPage({ request, context }, 'Product not found')
    // Not for good: staff may give the slug to another product.
    throw redirect(`/product/${encodeURIComponent(id)}${searchOf(request)}`, 302)
  }
  const { product, promise, returnDays, takesEngraved, paracord, pricesUntil, related } = page
  if (pricesUntil) trueUntil(context, new Date(pricesUntil))
  // The day of arrival is counted from today [FACTS-05].
  trueUntil(context, promise.until)
  // A payment link sells past this shop: there is none while nothing is sold [STOP-03], and none of
  // pieces that are counted here [STOCK-05], by `withAllowedLinks` of no size that is.
  const isClosed = product.stock || (await sellingStop(app))
  const hosts = isClosed ? [] : app.config.paymentLinkHosts
  const sizes = withAllowedLinks(goldSizes(product.attributes), hosts)
  const address = new URL(`/product/${encodeURIComponent(product.id)}`, app.publicUrl).href
  // One that is unknown is the plain page [SIZEURL-04].
  const shown = shownProduct(product, sizes)
  const asked = sizeOfKey(shown.sizes, new URL(request.url).searchParams.get('size'))
  const size = asked ?? firstSize(shown.sizes)
  const { gold } = await goldPrice
  return {
    product: shown,
    chosen: asked?.key ?? null,
    promise: { shipping: promise.shipping, returnDays: product.finalSale ? null : returnDays },
    facts: buyingFacts(promise, { returnDays, takesEngraved }, product),
    paracord: paracord.enabled ? paracord : null,
    related: relatedCards(related, pricingTag(gold.source)),
    pricing: pricingTag(gold.source),
    isPriced: pricesUntil !== null,
    offersAlerts: offersAlerts(app),
    address,
    shared: {
      picture: sharedPicture(product),
      // What a link to a size is shared as; search engines are given the plain address.
      title: asked && `${product.name}, ${asked.size}, ${formatGrams(asked.weight)}`,
      address: asked ? sizeAddress(address, asked.key) : address,
      price:
        size && pricesUntil
          ? centsToDecimal(priceItem(size.weight, size.fee, gold.perGram).unitPrice)
          : null,
    },
  }
}

/** What came behind the address, a campaign's mark for example, without the router's own. */
function searchOf(request: Request): string {
  const { searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  return searchParams.size > 0 ? `?${searchParams}` : ''
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return errorMeta('Product not found')
  const { product, address, shared } = loaderData
  const origin = originOf(matches)
  const path = new URL(address).pathname
  return [
    ...pageMeta({
      title: product.searchTitle ?? product.name,
      description: productDescription(product),
      path,
      origin,
      image: shared.picture,
      shared,
    }),
    breadcrumbs(origin, [
      { name: 'Our Collection', path: '/products' },
      { name: product.name, path },
    ]),
  ]
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  // Another product starts again, with its own first picture and size.
  return <ProductScreen key={loaderData.product.id} {...loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen error={error} />
  return (
    <div className="frame flex flex-col items-center py-32 text-center">
      <h1>Product not found</h1>
      <p className="mt-6 max-w-md text-muted">This piece isn’t in our collection.</p>
      <Link to="/products" className="button button-line mt-10">
        See the collection
      </Link>
    </div>
  )
}
