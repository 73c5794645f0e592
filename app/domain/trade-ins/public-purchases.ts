import { type Cents, cents, formatCents } from '../money/cents.ts'

/**
 * A dealer that buys more than $50,000 of covered goods from the public in a year is no retailer in the sense of
 * the anti-money-laundering rules. Source: 31 CFR 1027.100(b), https://www.ecfr.gov/current/title-31/section-1027.100
 */
export const publicPurchasesLimit = cents(50_000_00)

/** Staff are warned from this share of the limit: 80%. */
const warnsAt = { of: 8, in: 10 } as const

export type PublicPurchases = {
  /** Bought from the public in the last twelve months. */
  bought: Cents
  limit: Cents
  state: 'below' | 'near' | 'above'
}

export function publicPurchases(bought: Cents): PublicPurchases {
  const limit = publicPurchasesLimit
  const near = bought * warnsAt.in >= limit * warnsAt.of
  return { bought, limit, state: bought > limit ? 'above' : near ? 'near' : 'below' }
}

/** Why a purchase is refused unless an owner overrides it; null where it stays within the limit [TRADE-15]. */
export function whyBlocked(bought: Cents, amount: Cents): string | null {
  const after = cents(bought + amount)
  if (after <= publicPurchasesLimit) return null
  return `With this purchase, you’d have bought ${formatCents(after)} from the public in the last 12 months. Above ${formatCents(publicPurchasesLimit)}, you may need an anti-money-laundering program. A shop owner must add a compliance note.`
}
