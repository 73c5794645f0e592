import type { OrdersFilter, OrdersQuestion } from '#app/.server/orders/queries/orders-matching.ts'
import { type Day, isDay } from '#app/domain/time/day.ts'
import { liveAndTest, modeOf, readList } from '../components/list-definition.ts'
import { onItsWayNames, stateNames, stepNames } from './state-names.ts'

/** What of the orders the address asks for; its list and its file are the same [CSV-10]. */
export function readOrders(search: URLSearchParams) {
  const asked = readList(ordersList, search)
  const sold = { from: dayOf(search, 'from'), to: dayOf(search, 'to') }
  const question: OrdersQuestion = {
    ...{ q: asked.q, filter: asked.show, mode: modeOf(asked.mode), page: asked.page },
    sold: sold.from || sold.to ? sold : undefined,
  }
  return { asked, sold, question }
}

function dayOf(search: URLSearchParams, name: 'from' | 'to'): Day | null {
  const input = search.get(name)
  return input !== null && isDay(input) ? input : null
}

const { pending, refunded, expired, cancelled } = stateNames

const filters = Object.entries({
  all: 'All orders',
  todo: 'To do',
  custom: 'Custom work',
  pickup: 'Ready for pickup',
  late: 'Late',
  held: 'Needs review',
  disputed: 'Disputed',
  mail: 'Email not sent',
  address: 'No address',
  debit: onItsWayNames.debit,
  wire: onItsWayNames.wire,
  ...stepNames,
  ...{ pending, refunded, expired, cancelled },
} satisfies Record<OrdersFilter, string>) as [OrdersFilter, string][]

export const ordersList = {
  search: {
    label: 'Search orders',
    placeholder: 'Number, name, phone, ZIP, piece, serial…',
    keep: ['from', 'to'],
  },
  choices: { show: { label: 'Filter', choices: filters }, mode: liveAndTest },
}
