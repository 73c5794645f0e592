import type { PaymentsFilter } from '#app/.server/payments/queries/unattached-payments.ts'
import type { Mode } from '#app/domain/payments/mode.ts'

/** What of the payments without an order the address asks for; its list and its file are the same. */
export function readPaymentsFilter(search: URLSearchParams): {
  filter: PaymentsFilter
  mode: Mode | undefined
} {
  const mode = modes.find(([known]) => known === search.get('mode'))?.[0] ?? 'both'
  return {
    filter: filters.find(([known]) => known === search.get('show'))?.[0] ?? 'open',
    mode: mode === 'both' ? undefined : mode,
  }
}

export const filters = Object.entries({
  open: 'To review',
  settled: 'Settled',
  all: 'All payments',
} satisfies Record<PaymentsFilter, string>) as [PaymentsFilter, string][]

export const modes = [
  ['both', 'Live and test'],
  ['live', 'Live'],
  ['test', 'Test'],
] as const
