import type { FoundOf, SearchPage } from '#app/.server/reports/queries/search-page.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { stateNames, stepNames } from '#app/routes/admin/orders/state-names.ts'
import { findScreens } from './screens.ts'

/** One place to go to, as the search lists it. */
type Found = { to: string; label: string; about: string }
export type FoundGroup = {
  title: string
  found: Found[]
  /** What is found beyond these, in the list of its kind. */
  more: Found | null
}

const to = (folder: string, id: string) => `/admin/${folder}/${encodeURIComponent(id)}`

/** Groups in the order they are shown; the empty ones are left out. */
export function groupsOf(page: SearchPage, { q, role }: { q: string; role: Role }): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      title: 'Orders',
      more: moreOf(page.orders, '/admin/dashboard/orders', { q }),
      found: page.orders.shown.map(({ id, number, state, step, name, email }) => ({
        to: to('dashboard/orders', id),
        label: number,
        about: [
          step === null || state === 'refunded' ? stateNames[state] : stepNames[step],
          name ?? email,
        ]
          .filter(Boolean)
          .join(', '),
      })),
    },
    {
      title: 'Customers',
      more: moreOf(page.customers, '/admin/dashboard/customers', { q }),
      found: page.customers.shown.map(({ id, name, email, livemode }) => ({
        to: to('dashboard/customers', id),
        label: name ?? email,
        about: [name && email, !livemode && 'test'].filter(Boolean).join(', '),
      })),
    },
    {
      title: 'Products',
      more: moreOf(page.products, '/admin/dashboard/products', { q }),
      found: page.products.shown.map(({ id, name, active }) => ({
        to: to('products/edit', id),
        label: name,
        about: active ? '' : 'hidden',
      })),
    },
    {
      title: 'Messages',
      more: moreOf(page.messages, '/admin/dashboard/messages', { q, state: 'all' }),
      found: page.messages.shown.map(({ id, name, email, subject }) => ({
        to: to('dashboard/messages', id),
        label: subject,
        about: name || email,
      })),
    },
    {
      title: 'Screens',
      more: null,
      found: findScreens(q, role).map((screen) => ({ ...screen, about: '' })),
    },
  ]
  return groups.filter(({ found }) => found.length > 0)
}

/** A link to the list of a kind, with the same words, where the search shows only some [SEARCH-05]. */
function moreOf(
  { more }: FoundOf<unknown>,
  list: string,
  request: Record<string, string>,
): Found | null {
  if (more === 0) return null
  const label = more === null ? 'and many more' : `and ${more} more`
  return { to: `${list}?${new URLSearchParams(request)}`, label, about: '' }
}
