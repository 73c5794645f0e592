import { Link, useNavigation } from 'react-router'
import { plainText } from '#app/.server/catalog/clean-html.ts'
import { collectionPage } from '#app/.server/catalog/queries/catalog.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { chainOf, chainsInBrief } from '#app/domain/catalog/necklace-chain.ts'
import { renderingNote } from '#app/domain/content/renderings.ts'
import { CheckoutCancelled } from '#app/ui/cart/checkout-cancelled.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { Paging } from '#app/ui/paging.tsx'
import { forCard, ProductCard, pricingTag } from '#app/ui/product-card.tsx'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { breadcrumbs } from '#app/ui/structured-data.ts'
import type { Route } from './+types/products.ts'
import { CustomWorkCard } from './products/custom-work-card.tsx'
import { FilterBar } from './products/filter-bar.tsx'
import { CollectionHero } from './products/hero.tsx'
import { isFiltered, readSearch, searchAddress } from './products/search.ts'
import { useResultsInView } from './products/use-results-in-view.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readSearch(new URL(request.url).searchParams)
  const { products, total, page, pages, categories } = await collectionPage(
    context.get(appContext),
    search,
  )
  const pricing = pricingTag((await goldPriceOfRequest(context)).gold.source)
  const cards = products.map((product) =>
    forCard(product, plainText(product.short_description), pricing),
  )
  const chain = chainsInBrief(products.map(({ attributes }) => chainOf(attributes)))
  return {
    products: cards,
    // Pendants are pure gold; what they hang on may not be [FACTS-35].
    note: `${chain ? `Pendants 24k. ${chain}.` : ''} ${renderingNote(cards)}`.trim(),
    total,
    pages,
    categories,
    search: { ...search, page },
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const origin = originOf(matches)
  const title = 'Our Collection'
  const path = '/products'
  // A later page of the whole collection is a separate page; a search is a view of the first.
  const search = loaderData?.search
  const page = search && !isFiltered(search) ? search.page : 1
  return [
    ...pageMeta({
      title: page > 1 ? `${title}, page ${page}` : title,
      description:
        'Pendants in pure 24k (.9999) gold, each in its own weights. Every price is the weight at today’s gold price plus a flat fee, and can be checked.',
      path: searchAddress({ q: '', category: '', page }),
      origin,
    }),
    breadcrumbs(origin, [{ name: title, path }]),
  ]
}

export default function Collection({ loaderData }: Route.ComponentProps) {
  const { products, total, pages, categories, search } = loaderData
  const gold = useGoldPrice()
  const navigation = useNavigation()
  const loading = navigation.state === 'loading' && navigation.location.pathname === '/products'

  const pieces = useResultsInView(search)

  return (
    <>
      <CheckoutCancelled next="Your cart is just as you left it." opensCart />
      <CollectionHero note={loaderData.note} />
      <FilterBar search={search} categories={categories} />
      <section
        ref={pieces}
        id="pieces"
        aria-label="Pieces"
        aria-busy={loading}
        // Below the bar and the filters that stick there.
        className="frame scroll-mt-34 pt-2 pb-8 md:scroll-mt-10 md:pt-6"
      >
        <p role="status" className="flex min-h-6 items-center gap-3 text-muted text-sm">
          {loading ? <Spinner label="Loading the collection" /> : formatCount(total)}
        </p>
        {products.length > 0 ? (
          <ul
            className={`cards stagger mt-2 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 ${loading ? 'opacity-50' : ''}`}
          >
            {products.map((product, at) => (
              <li key={product.id}>
                <ProductCard
                  product={product}
                  perGram={gold.pricePerGram}
                  eager={at === 0}
                  heading="h2"
                />
              </li>
            ))}
            {search.page === pages && !isFiltered(search) && (
              // Across both columns where it would leave a hole beside it.
              <li className="@container sm:max-lg:odd:col-span-2">
                <CustomWorkCard />
              </li>
            )}
          </ul>
        ) : (
          <div className="mt-4">
            <p>No products found matching your criteria.</p>
            {isFiltered(search) && (
              <Link to="/products" preventScrollReset className="link mt-3 inline-block">
                Show all pieces
              </Link>
            )}
          </div>
        )}
        <Paging
          page={search.page}
          pages={pages}
          addressOf={(page) => searchAddress({ ...search, page })}
          className="mt-16"
        />
      </section>
    </>
  )
}

function formatCount(total: number): string {
  return total === 1 ? '1 piece' : `${total} pieces`
}
