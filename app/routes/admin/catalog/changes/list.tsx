import { Link } from 'react-router'
import { productChangeList } from '#app/.server/catalog/queries/product-changes.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '#app/routes/admin/components/admin-title.ts'
import { BackLink } from '#app/routes/admin/components/back-link.tsx'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import { ShopTime } from '#app/routes/admin/components/shop-time.tsx'
import type { Route } from './+types/list.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { changes: await productChangeList(context.get(appContext)) }
}

export const meta: Route.MetaFunction = () => adminTitle('Bulk edit history')

/** The changes of many products that were made, newest first. */
export default function ProductChanges({ loaderData: { changes } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/admin/dashboard/products">All products</BackLink>
      <h1 className="mt-2">Bulk edit history</h1>
      {changes.length === 0 ? (
        <p className="mt-6 border-line border-y py-10 text-muted">
          No bulk edits yet. To make one, select products on the Products page, or edit all search
          results at once.
        </p>
      ) : (
        <ul data-rows="" className="mt-6 border-line border-t">
          {changes.map((change) => (
            <li key={change.id} className="border-line border-b py-3 wrap-anywhere">
              <Link
                to={`/admin/dashboard/products/changes/${change.id}`}
                className="link inline-block py-1"
              >
                {change.title}
              </Link>
              <p className="text-muted text-sm">
                {formatCount(change.pieces, 'product')}, by {change.appliedBy}
                {change.appliedAt && (
                  <>
                    , <ShopTime at={change.appliedAt} />
                  </>
                )}
                {change.undoneAt && (
                  <span className="text-notice">
                    {' '}
                    Undone by {change.undoneBy}, <ShopTime at={change.undoneAt} />
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
