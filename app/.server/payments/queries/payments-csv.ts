import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Columns, csvPages, dollars } from '#app/.server/platform/csv-pages.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { EntryKind } from '#app/domain/ledger/ledger.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import { type ListedPayment, type PaymentsFilter, unmatchedAfter } from './unmatched-payments.ts'

type Filter = { filter: PaymentsFilter; mode?: Mode | undefined }

/** The payments without an order that the list finds [CSV-10]. */
export function unmatchedCsv(app: AppContext, filter: Filter) {
  const columns: Columns<ListedPayment> = [
    ['Received', ({ receivedAt }) => receivedAt],
    ['Amount', ({ amount }) => dollars(amount)],
    ['Currency', ({ currency }) => currency?.toUpperCase() ?? null],
    ['Test', ({ isTest }) => (isTest ? 'test' : '')],
    ['Name', ({ name }) => name],
    ['Email', ({ email }) => email],
    ['State', ({ isOpen }) => (isOpen ? 'to review' : 'settled')],
    ['Order', ({ order, namedOrder }) => order?.number ?? namedOrder],
    ['Refunded', ({ refunded }) => dollars(refunded)],
    ['Note', ({ lastNote }) => lastNote],
  ]
  return csvPages(columns, (after, limit) => unmatchedAfter(app, { ...filter, after, limit }))
}

const kinds: Partial<Record<EntryKind, string>> = {
  payment: 'Payment',
  'payment returned': 'Payment taken back by the bank',
  refund: 'Refund',
  'refund failed': 'Refund that failed',
  'dispute opened': 'Dispute opened',
  'dispute won': 'Dispute won',
  'dispute lost': 'Dispute lost',
}

/** All money that came and went, oldest first, as the ledger has it [CSV-10]. */
export function moneyCsv(app: AppContext, { mode }: { mode?: Mode | undefined }) {
  return csvPages(moneyColumns, (after: MoneyRow | null, limit) =>
    readMoney(app, { mode, after, limit }),
  )
}

type MoneyRow = Awaited<ReturnType<typeof readMoney>>[number]
type Asked = { mode: Mode | undefined; after: { id: number } | null; limit: number }

function readMoney(app: AppContext, { mode, after, limit }: Asked) {
  const { id, at, kind, livemode, payments, provider, reference, orderId, why } = ledgerEntries
  // Staff said later which order a payment without one was for.
  const matched = sql<string | null>`(select a.order_id from ledger_entries a
    where a.kind = 'attached' and a.reference = ${reference} and ${orderId} is null limit 1)`
  return withDatabase(app, ({ orm }) =>
    orm
      .select({
        id,
        at,
        kind,
        livemode,
        amount: payments,
        provider,
        reference,
        why,
        matched,
        number: orders.number,
        email: orders.email,
        name: sql<string | null>`${orders.shippingAddress} ->> 'name'`,
      })
      .from(ledgerEntries)
      .leftJoin(orders, eq(orders.id, sql`coalesce(${orderId}, ${matched})`))
      .where(
        and(
          ne(payments, 0),
          mode && eq(livemode, mode === 'live'),
          after === null ? undefined : gt(id, after.id),
        ),
      )
      .orderBy(asc(id))
      .limit(limit),
  )
}

const moneyColumns: Columns<MoneyRow> = [
  ['Date', ({ at }) => at],
  ['What', ({ kind }) => kinds[kind] ?? kind],
  ['Amount (USD)', ({ amount }) => dollars(amount)],
  ['Test', ({ livemode }) => (livemode ? '' : 'test')],
  ['Order', ({ number }) => number],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Provider', ({ provider }) => provider],
  ['Payment reference', ({ reference }) => reference],
  [
    'Why',
    ({ kind, why, matched }) =>
      kind === 'payment' && matched !== null ? 'Matched to the order by staff.' : why,
  ],
]
