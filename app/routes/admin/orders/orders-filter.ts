import type { OrdersFilter, OrdersQuestion } from '#app/.server/orders/queries/orders-matching.ts'
import { type Day, isDay } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { readMode } from '../components/mode-choices.ts'
import { stateNames, stepNames } from './labels.ts'

/** What of the orders the address asks for; its list and its file are the same [CSV-10]. */
export function readOrdersFilter(search: URLSearchParams): Omit<OrdersQuestion, 'page'> {
  const sold = { from: dayOf(search, 'from'), to: dayOf(search, 'to') }
  return {
    q: search.get('q') ?? '',
    filter: filters.find(([known]) => known === search.get('show'))?.[0] ?? 'all',
    mode: readMode(search),
    sold: sold.from || sold.to ? sold : undefined,
  }
}

function dayOf(search: URLSearchParams, name: 'from' | 'to'): Day | null {
  const typed = search.get(name)
  return typed !== null && isDay(typed) ? typed : null
}

const { pending, refunded, expired, cancelled } = stateNames

export const filters = Object.entries({
  all: 'All orders',
  todo: 'To do',
  custom: 'Custom work',
  late: 'Late',
  held: 'Needs a look',
  disputed: 'Disputed',
  mail: 'Mail not sent',
  address: 'No address',
  ...stepNames,
  ...{ pending, refunded, expired, cancelled },
} satisfies Record<OrdersFilter, string>) as [OrdersFilter, string][]
