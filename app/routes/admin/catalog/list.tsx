import { randomUUID } from 'node:crypto'
import { Link, useLocation, useNavigation } from 'react-router'
import { adminProducts, shownSamples } from '#app/.server/catalog/queries/admin-products.ts'
import { categoriesByName } from '#app/.server/catalog/queries/catalog.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { SelectField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List } from '../components/list.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { showToast } from '../components/toasts.tsx'
import type { Route } from './+types/list.ts'
import { productActions } from './actions.ts'
import { BulkBar } from './list/bulk-bar.tsx'
import { NotStored } from './list/not-stored.tsx'
import { ProductRow } from './list/product-row.tsx'
import { Samples } from './list/samples.tsx'
import { productsList, readProducts } from './products-list.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readProducts(new URL(request.url).searchParams)
  const app = context.get(appContext)
  const [list, categories, samples] = await Promise.all([
    adminProducts(app, asked, goldPriceOfRequest(context)),
    categoriesByName(app),
    shownSamples(app),
  ])
  const offered = categories.map(({ name, slug }) => ({ name, slug }))
  return { asked, list, categories: offered, samples, once: randomUUID() }
}

export const action = actionOf(productActions)

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await keepScreen(serverAction)
  // Here, since the row that asked for it may be gone before it hears of it.
  if ('deleted' in answer) {
    document.getElementById('main')?.focus()
    showToast(answer.deleted.mocked ? 'Demo mode: nothing was saved' : 'Product deleted')
  }
  if ('samplesDeleted' in answer) {
    document.getElementById('main')?.focus()
    showToast(samplesWords(answer.samplesDeleted))
  }
  if ('switched' in answer) showToast(switchLabels(answer.switched))
  return answer
}

const samplesWords = (count: number) => `${formatCount(count, 'sample product')} deleted`

function switchLabels({ name, what, to }: { name: string; what: string; to: boolean }): string {
  if (what === 'featured') return `${name} is ${to ? 'featured' : 'no longer featured'}`
  return `${name} is ${to ? 'in the shop' : 'hidden'}`
}

export const meta: Route.MetaFunction = () => adminTitle('Products')

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, list, categories, samples, once } = loaderData
  const { q, show, category } = asked
  const isFiltered = q.trim() !== '' || show !== 'all' || category !== ''
  const { products, total, answers } = list
  const { key } = useLocation()
  const isSearching = useNavigation().location?.pathname === '/admin/dashboard/products'
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1>Products</h1>
        <Link to="/admin/products/new" className="button button-gold">
          Add Product
        </Link>
      </div>
      <NotStored key={key} />
      {samples.length > 0 && <Samples shown={samples} />}
      {/* Without JavaScript; with it, a toast and a banner in the row. */}
      {actionData && 'switched' in actionData && (
        <p role="status">{switchLabels(actionData.switched)}.</p>
      )}
      {actionData && 'samplesDeleted' in actionData && (
        <p role="status">{samplesWords(actionData.samplesDeleted)}.</p>
      )}
      {actionData && 'refused' in actionData && <ErrorBanner error={actionData.refused} />}
      <List
        list={productsList}
        asked={asked}
        found={list}
        count={formatCount(total, 'product')}
        fields={
          <SelectField
            name="category"
            label="Category"
            options={[
              ['', 'All categories'],
              ...categories.map(({ name, slug }) => [slug, name] as const),
            ]}
            key={category}
            defaultValue={category}
          />
        }
        unavailable={
          !answers && (
            <p role="alert" className="admin-panel mt-6">
              The database isn’t responding, so products can’t be listed or changed. Visitors see
              the catalog as last loaded.
            </p>
          )
        }
        aboveRows={products.length > 0 && <BulkBar total={total} />}
        empty={
          <EmptyList
            next={
              isFiltered
                ? [['?', 'Show all']]
                : [
                    ['/admin/products/new', 'Add a product'],
                    ['/admin/dashboard/products/import', 'Import products from a file'],
                  ]
            }
          >
            {!isFiltered ? (
              'No products yet.'
            ) : q.trim() === '' ? (
              'No products match.'
            ) : (
              <>
                No products match “<span className="wrap-anywhere">{`${q}.`}</span>”
              </>
            )}
          </EmptyList>
        }
      >
        <ul
          data-rows=""
          aria-label="Products"
          aria-busy={isSearching}
          className="@container border-line border-t"
        >
          {products.map((product) => (
            <ProductRow key={product.id} product={product} once={once} />
          ))}
        </ul>
      </List>
    </>
  )
}
