import type { PaymentsFilter } from '#app/.server/payments/queries/unmatched-payments.ts'
import { liveAndTest, modeOf, readList } from '../components/list-definition.ts'

const filters = Object.entries({
  open: 'Needs review',
  settled: 'Resolved',
  all: 'All payments',
} satisfies Record<PaymentsFilter, string>) as [PaymentsFilter, string][]

export const paymentsList = {
  choices: { show: { label: 'Filter', choices: filters }, mode: liveAndTest },
}

/** What of the payments without an order the address asks for; its list and its file are the same. */
export function readPayments(search: URLSearchParams) {
  const asked = readList(paymentsList, search)
  return { asked, question: { filter: asked.show, mode: modeOf(asked.mode), page: asked.page } }
}
