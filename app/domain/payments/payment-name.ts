import type { PayBy } from '../pricing/bank-discount.ts'
import { type Day, formatMediumDay } from '../time/day.ts'
import type { OfflineKind } from './offline-payment.ts'

const names = {
  card: 'Card payment',
  debit: 'Bank debit',
  wire: 'Bank wire',
  cash: 'Cash payment',
  check: 'Check',
  'bank check': 'Cashier’s check or money order',
  'trade-in': 'Trade-in credit',
  'cash balance': 'Cash balance at Stripe',
} as const satisfies Record<PayBy | OfflineKind | 'cash balance', string>

/** `Card payment of Nov 26, 2026`, for staff: how it came, and when. */
export const nameOfPayment = (kind: keyof typeof names, day: Day | null): string =>
  day === null ? names[kind] : `${names[kind]} of ${formatMediumDay(day)}`

/** The same within a sentence. */
export const namedInSentence = (name: string): string =>
  `the ${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
