import type { Entry } from './ledger.ts'

type Booked = Entry & { reference: string | null }

/**
 * The payments that paid the sale of an order, by their references: `last`, which completed it, and of those booked
 * before the sale as many as it took, oldest first. A deposit is one of them; money that came beyond is not [REFUND-17].
 */
export function paymentsOfSale(entries: readonly Booked[], last: string | null): Set<string> {
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
  return paid
}
