import type { OrdersFilter, OrdersQuestion } from '#app/.server/orders/queries/admin-orders.ts'
import { filterNames } from './labels.ts'

/** What the address asks the list for: `?q=…&show=held&page=2`. */
export function readSearch(params: URLSearchParams): OrdersQuestion {
  const show = params.get('show') ?? 'all'
  return {
    q: params.get('q') ?? '',
    filter: Object.hasOwn(filterNames, show) ? (show as OrdersFilter) : 'all',
    page: Number(params.get('page') ?? 1) || 1,
  }
}

/** The same list under another filter, from its first page. */
export function filterAddress(q: string, filter: OrdersFilter): string {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (filter !== 'all') params.set('show', filter)
  const text = params.toString()
  return text === '' ? '/admin/dashboard/orders' : `/admin/dashboard/orders?${text}`
}
