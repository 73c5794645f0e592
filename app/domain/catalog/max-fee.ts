import { cents } from '../money/cents.ts'

// Apart from gold-size.ts, which every page of the shop carries.

/** $10,000,000: far above any fee there is, and a price with it still fits the database. */
export const maxFee = cents(1_000_000_000)
