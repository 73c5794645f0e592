/** Sums of an order in cents: what was sold of it, less what was credited, and the money of it. */
export type SaleSums = {
  /** With their shipping. */
  goods: number
  tax: number
  /** Goods, tax and shipping. */
  total: number
  /** By banks, in all: lost in disputes, and debits and wires that were reversed. */
  taken: number
  /** Payments, less what was reversed or refunded. */
  kept: number
}

/** A part of a sale, in cents; goods with their shipping. */
export type SalePart = { goods: number; tax: number }

/**
 * What of a sale has no money behind it because a bank took it back. Its tax is no longer due, as with a refund; of a
 * part each share is rounded once, so the whole is credited to the cent [TAX-11].
 */
export function takenBackOf({ goods, tax, total, taken, kept }: SaleSums): SalePart {
  // What another payment pays is no loss, nor what was paid too much.
  const lost = Math.max(0, Math.min(total, taken, total - kept))
  if (lost === 0) return { goods: 0, tax: 0 }
  const share = (part: number) => Math.round((part * lost) / total)
  return { goods: share(goods), tax: share(tax) }
}

/** What is left of a sale that is taxed. Goods whose whole tax was refunded stay sold, but untaxed [TAX-12]. */
export function taxedPartOf(sale: SaleSums): SalePart {
  if (sale.tax === 0) return { goods: 0, tax: 0 }
  const taken = takenBackOf(sale)
  return { goods: sale.goods - taken.goods, tax: sale.tax - taken.tax }
}
