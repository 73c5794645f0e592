import { data, Link, useLocation, useNavigation } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { deleteProduct } from '#app/.server/catalog/commands/delete-product.ts'
import {
  adminProducts,
  type ProductOrder,
  productOrders,
} from '#app/.server/catalog/queries/admin-products.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/form-data.ts'
import { Paging } from '#app/ui/paging.tsx'
import { keepScreen } from '../components/client-action.ts'
import { formatCount } from '../components/format-count.ts'
import { ListChoices, SearchForm } from '../components/list-controls.tsx'
import { runCommand } from '../components/run-command.ts'
import { showToast } from '../components/toasts.tsx'
import type { Route } from './+types/list.ts'
import { ProductRow } from './list/product-row.tsx'
import { SkippedCategories } from './list/skipped-categories.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const q = search.get('q') ?? ''
  const order: ProductOrder =
    productOrders.find((known) => known === search.get('order')) ?? 'newest'
  const page = Number(search.get('page') ?? 1)
  const app = context.get(appContext)
  const list = await adminProducts(app, { q, order, page }, goldPriceOfRequest(context))
  return { q, order, list }
}

/** Deletes one product. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email: by } = context.get(adminContext)
  const app = context.get(appContext)
  const { id = '' } = await formTexts(request)
  return runCommand(app, async () => data({ deleted: await deleteProduct(app, { id, by }) }))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await keepScreen(serverAction)
  // Here, since the row that asked for it may be gone before it hears of it.
  if ('deleted' in answer) {
    document.getElementById('main')?.focus()
    showToast(answer.deleted.mocked ? 'Demo mode: nothing was saved' : 'Product deleted')
  }
  return answer
}

export const meta: Route.MetaFunction = () => [{ title: 'Products' }]

const orderLabels = [
  ['newest', 'Newest'],
  ['name', 'Name A–Z'],
  ['-name', 'Name Z–A'],
  ['price', 'Price, low first'],
  ['-price', 'Price, high first'],
] as const satisfies [ProductOrder, string][]

export default function Products({ loaderData }: Route.ComponentProps) {
  const { q, order, list } = loaderData
  const { products, total, page, pages, answers } = list
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
      <SkippedCategories key={key} />
      <SearchForm label="Search by name" keep={['order']} />
      {answers ? (
        <>
          <ListChoices label="Order" param="order" choices={orderLabels} current={order} />
          {products.length > 0 ? (
            <ul aria-label="Products" aria-busy={isSearching} className="border-line border-t">
              {products.map((product) => (
                <ProductRow key={product.id} product={product} />
              ))}
            </ul>
          ) : (
            <p className="border-line border-y py-10 text-muted">
              {q.trim() === '' ? (
                'No products yet.'
              ) : (
                <>
                  No product’s name holds “<span className="wrap-anywhere">{q}</span>”.{' '}
                  <Link to="?" className="link">
                    Show all
                  </Link>
                </>
              )}
            </p>
          )}
          <Paging page={page} pages={pages} count={formatCount(total, 'product')} />
        </>
      ) : (
        <p role="alert" className="admin-panel mt-6">
          The database does not answer, so the products cannot be listed or changed. Visitors see
          the catalog as it was last read.
        </p>
      )}
    </>
  )
}
