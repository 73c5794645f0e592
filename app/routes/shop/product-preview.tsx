import { data } from 'react-router'
import { adminContext, requireAdmin } from '#app/.server/auth/require-admin.ts'
import { refusePageUnless } from '#app/.server/auth/require-right.ts'
import { productPage } from '#app/.server/catalog/queries/product-page.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { pricingTag } from '#app/ui/product-card.tsx'
import type { Route } from './+types/product-preview.ts'
import { buyingFacts } from './product/buying-facts.tsx'
import { ProductScreen } from './product/product-screen.tsx'
import { relatedCards, shownProduct } from './product/shown-product.ts'

/** Under the path of the admin area, where its session is known; in the frame of the shop. */
export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

/** A hidden piece as shoppers would see it, for staff alone [BULK-08]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  refusePageUnless(context.get(adminContext).role, 'products')
  const app = context.get(appContext)
  const page = await productPage(app, params.id, goldPriceOfRequest(context), { hiddenToo: true })
  if (!page) throw data('Product not found', 404)
  const { product, promise, returnDays, takesEngraved, paracord, related } = page
  const pricing = pricingTag((await goldPriceOfRequest(context)).gold.source)
  // A payment link would sell it.
  const sizes = goldSizes(product.attributes).map((size) => ({ ...size, checkoutLink: null }))
  return {
    isActive: product.active,
    product: shownProduct(product, sizes),
    facts: buyingFacts(promise, { returnDays, takesEngraved }, product),
    paracord: paracord.enabled ? paracord : null,
    related: relatedCards(related, pricing),
    pricing,
    isPriced: false,
    promise: { shipping: promise.shipping, returnDays: product.finalSale ? null : returnDays },
    address: new URL(`/product/${encodeURIComponent(product.id)}`, app.publicUrl).href,
  }
}

/** Kept by no cache and found by no search engine. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.product.name ?? 'not found'}` },
  { name: 'robots', content: 'noindex' },
]

export default function DraftRoute({ loaderData }: Route.ComponentProps) {
  const { isActive, ...page } = loaderData
  return (
    <>
      <aside
        aria-label="Preview"
        className="mx-auto mt-6 w-full max-w-(--frame) border border-gold-deep bg-raised px-5 py-3"
      >
        <p>
          <strong>Staff preview.</strong>{' '}
          {isActive
            ? 'This product is live.'
            : 'This piece is hidden: shoppers can’t see it, and it can’t be bought.'}{' '}
          <a href={`/admin/products/edit/${encodeURIComponent(page.product.id)}`} className="link">
            Edit
          </a>
        </p>
      </aside>
      <ProductScreen
        key={page.product.id}
        {...page}
        notYet={isActive ? null : 'It can’t be bought yet because it’s hidden.'}
      />
    </>
  )
}
