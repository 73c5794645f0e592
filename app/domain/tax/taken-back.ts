/** Sums of an order in cents: what was sold of it, less what was credited, and the money of it. */
export type SaleSums = {
  goods: number
  tax: number
  /** Goods, tax and shipping. */
  total: number
  /** By banks, in all: lost in disputes, and debits and wires that were reversed. */
  taken: number
  /** Payments, less what was reversed or refunded. */
  kept: number
}

/** Of a sale, in cents. `taxedGoods`: of a sale with tax the goods, else zero. */
export type TakenBack = { goods: number; taxedGoods: number; tax: number }

/**
 * What of a sale has no money behind it because a bank took it back. Its tax is no longer due, as with a refund; of a
 * part each share is rounded once, so the whole is credited to the cent [TAX-11].
 */
export function takenBackOf({ goods, tax, total, taken, kept }: SaleSums): TakenBack {
  // What another payment pays is no loss, nor what was paid too much.
  const lost = Math.max(0, Math.min(total, taken, total - kept))
  if (lost === 0) return { goods: 0, taxedGoods: 0, tax: 0 }
  const share = (part: number) => Math.round((part * lost) / total)
  return { goods: share(goods), taxedGoods: tax === 0 ? 0 : share(goods), tax: share(tax) }
}
