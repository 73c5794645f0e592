import { Form, Link } from 'react-router'
import { productChangePage } from '#app/.server/catalog/queries/product-changes.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '#app/routes/admin/components/admin-title.ts'
import { alsoAfterConflict, keepingScreen } from '#app/routes/admin/components/client-action.ts'
import { ErrorBanner } from '#app/routes/admin/components/error-banner.tsx'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import { actionOf } from '#app/routes/admin/components/staff-actions.ts'
import { useAnswer } from '#app/routes/admin/components/toasts.tsx'
import { Paging } from '#app/ui/paging.tsx'
import type { Route } from './+types/detail.ts'
import { changeActions } from './actions.ts'
import { Problems } from './problems.tsx'
import { ChangedPieces } from './products.tsx'
import { ChangeState } from './state.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return found(productChangePage(context.get(appContext), params.id, page))
}

export const action = actionOf(changeActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const shouldRevalidate = alsoAfterConflict

export const meta: Route.MetaFunction = () => adminTitle('Bulk edit')

export default function ProductChange({ loaderData, actionData }: Route.ComponentProps) {
  const { change, pieces, page, pages } = loaderData
  const refused = useAnswer(actionData)
  return (
    <>
      <p className="max-md:-mt-2.5 max-md:-mb-1 flex flex-wrap gap-x-5 text-sm">
        <Link to="/admin/dashboard/products" className="link inline-block py-1 max-md:py-0.5">
          All products
        </Link>
        <Link
          to="/admin/dashboard/products/changes"
          className="link inline-block py-1 max-md:py-0.5"
        >
          Bulk edit history
        </Link>
      </p>
      <h1 className="mt-2">{change.state === 'draft' ? 'Preview' : 'Change'}</h1>
      <p className="mt-2 wrap-anywhere">{change.title}</p>
      <ErrorBanner error={refused} />
      <ChangeState change={loaderData} />
      {change.notes.map((note) => (
        <p key={note} className="mt-3 max-w-3xl text-notice text-sm wrap-anywhere">
          {note}
        </p>
      ))}
      <Problems change={change} />
      {pieces.length > 0 && <ChangedPieces pieces={pieces} />}
      <Paging page={page} pages={pages} count={formatCount(change.pieces, 'product')} />
      {change.state === 'draft' && (
        <Form method="post" className="mt-2">
          <button type="submit" name="action" value="discard" className="link py-2">
            Discard this preview
          </button>
        </Form>
      )}
    </>
  )
}
