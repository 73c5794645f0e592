import { Form, Link } from 'react-router'
import type {
  OrdersFilter,
  OrdersPage,
  OrdersQuestion,
} from '#app/.server/orders/queries/admin-orders.ts'
import { filterNames } from './labels.ts'
import { filterAddress } from './search.ts'

type Props = { search: OrdersQuestion; waiting: OrdersPage['waiting'] }

/** Searching and filtering, both kept in the address. Counted is only what waits for somebody. */
export function FilterBar({ search, waiting }: Props) {
  const counts: Partial<Record<OrdersFilter, number>> = waiting
  return (
    <>
      <Form action="/admin/dashboard/orders" role="search" className="mt-5 flex gap-3">
        {search.filter !== 'all' && <input type="hidden" name="show" value={search.filter} />}
        <label className="min-w-0 grow">
          <span className="sr-only">Search orders</span>
          {/* Anew for each address, so that going back shows what was searched for there. */}
          <input
            key={search.q}
            type="search"
            name="q"
            defaultValue={search.q}
            maxLength={200}
            placeholder="Number, e-mail, name, tracking or payment"
            className="input"
          />
        </label>
        <button type="submit" className="button button-line px-4">
          Search
        </button>
      </Form>
      <nav aria-label="Filter" className="mt-3 mb-4">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {(Object.keys(filterNames) as OrdersFilter[]).map((filter) => (
            <li key={filter}>
              <Link
                to={filterAddress(search.q, filter)}
                aria-current={filter === search.filter ? 'true' : undefined}
                className="inline-block border-transparent border-b-2 py-1.5 text-muted hover:text-ink aria-[current]:border-gold aria-[current]:text-ink"
              >
                {filterNames[filter]}
                {counts[filter] ? <span className="tabular"> ({counts[filter]})</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
