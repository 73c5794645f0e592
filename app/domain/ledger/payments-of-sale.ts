import type { Entry } from './ledger.ts'

type Booked = Entry & { reference: string | null }

/**
 * The payments that paid the sale of an order, by their references: `last`, which completed it, and of those booked
 * before the sale as many as it took, oldest first. A deposit is one of them; money that came beyond is not [REFUND-17].
 */
export function paymentsOfSale(entries: readonly Booked[], last: string | null): Set<string> {
  // What was added to a paid order has its own sale, and the payment of it [EDIT-03].
  const ofSales = entries.flatMap(({ kind, reference }) =>
    kind === 'sale' && reference !== null ? reference : [],
  )
  const paid = new Set(last === null ? [] : [last])
  const soldAt = entries.findIndex(({ kind }) => kind === 'sale')
  const before = entries.slice(0, Math.max(0, soldAt))
  const netOf = (of: string) =>
    before.reduce(
      (sum, { reference, postings }) => sum - (reference === of ? (postings.receivable ?? 0) : 0),
      0,
    )
  let missing = (entries[soldAt]?.postings.receivable ?? 0) - (last === null ? 0 : netOf(last))
  for (const { reference } of before) {
    if (missing <= 0) break
    if (reference === null || paid.has(reference)) continue
    const net = netOf(reference)
    if (net <= 0) continue
    paid.add(reference)
    missing -= net
  }
  for (const reference of ofSales.slice(1)) paid.add(reference)
  return paid
}
