import type { PaymentsFilter } from '#app/.server/payments/queries/unattached-payments.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import { readMode } from '../components/mode-choices.ts'

/** What of the payments without an order the address asks for; its list and its file are the same. */
export function readPaymentsFilter(search: URLSearchParams): {
  filter: PaymentsFilter
  mode: Mode | undefined
} {
  return {
    filter: filters.find(([known]) => known === search.get('show'))?.[0] ?? 'open',
    mode: readMode(search),
  }
}

export const filters = Object.entries({
  open: 'To review',
  settled: 'Settled',
  all: 'All payments',
} satisfies Record<PaymentsFilter, string>) as [PaymentsFilter, string][]
