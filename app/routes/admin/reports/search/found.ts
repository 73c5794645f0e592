import type { SearchPage } from '#app/.server/reports/queries/search-page.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { stateNames, stepNames } from '#app/routes/admin/orders/state-names.ts'
import { findScreens } from './screens.ts'

/** One place to go to, as the search lists it. */
type Found = { to: string; label: string; about: string }
export type FoundGroup = { title: string; found: Found[] }

const to = (folder: string, id: string) => `/admin/${folder}/${encodeURIComponent(id)}`

/** Groups in the order they are shown; the empty ones are left out. */
export function groupsOf(page: SearchPage, { q, role }: { q: string; role: Role }): FoundGroup[] {
  const groups = [
    {
      title: 'Orders',
      found: page.orders.map(({ id, number, state, step, name, email }) => ({
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
      found: page.customers.map(({ id, name, email, livemode }) => ({
        to: to('dashboard/customers', id),
        label: name ?? email,
        about: [name && email, !livemode && 'test'].filter(Boolean).join(', '),
      })),
    },
    {
      title: 'Products',
      found: page.products.map(({ id, name, active }) => ({
        to: to('products/edit', id),
        label: name,
        about: active ? '' : 'hidden',
      })),
    },
    {
      title: 'Messages',
      found: page.messages.map(({ id, name, email, subject }) => ({
        to: to('dashboard/messages', id),
        label: subject,
        about: name || email,
      })),
    },
    {
      title: 'Screens',
      found: findScreens(q, role).map((screen) => ({ ...screen, about: '' })),
    },
  ]
  return groups.filter(({ found }) => found.length > 0)
}
