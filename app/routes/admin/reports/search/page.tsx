import { Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { searchPage } from '#app/.server/reports/queries/search-page.ts'
import { adminTitle } from '#app/routes/admin/components/admin-title.ts'
import { SearchForm } from '#app/routes/admin/components/list.tsx'
import type { Route } from './+types/page.ts'
import { groupsOf } from './found.ts'

/** Asked by its screen, and by the palette while somebody types. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get('q') ?? ''
  const { role } = context.get(adminContext)
  return {
    q,
    groups: groupsOf(await searchPage(context.get(appContext), { q, role }), { q, role }),
  }
}

export const meta: Route.MetaFunction = () => adminTitle('Search')

/** The same as the palette, without a script [HELP-06]. */
export default function Search({ loaderData: { q, groups } }: Route.ComponentProps) {
  return (
    <>
      <h1>Search</h1>
      <SearchForm label="Order, customer, product, or screen" keep={[]} />
      {groups.length === 0 && (
        <p className="mt-6 text-muted">
          Nothing begins with “{q}”. Try an order, phone, serial, tracking, receipt, credit note, or
          payment number; a ZIP code; the start of an email address or name; or part of a product’s
          name.
        </p>
      )}
      {groups.map(({ title, found, more }) => (
        <section key={title} aria-labelledby={`found-${title}`} className="mt-8">
          <h2 id={`found-${title}`}>{title}</h2>
          <ul data-rows="" className="mt-2 border-line border-t">
            {found.map(({ to, label, about }) => (
              <li key={to} className="border-line border-b py-2 wrap-anywhere">
                <Link to={to} className="link inline-block py-1">
                  {label}
                </Link>
                {about && <span className="text-muted text-sm"> {about}</span>}
              </li>
            ))}
          </ul>
          {more && (
            <p className="mt-2">
              <Link to={more.to} className="link inline-block py-1">
                {more.label}
                <span className="sr-only"> in {title}</span>
              </Link>
            </p>
          )}
        </section>
      ))}
    </>
  )
}
