import type { PricePerGram, PricePerOunce } from '../gold-price/rates.ts'
import type { Cents } from '../money/cents.ts'
import type { QuoteLine } from '../quote/quote.ts'

/** An order as it is shown: every price with what it is made of, so that it can be checked. */
export type OrderSummary = {
  number: string
  lines: QuoteLine[]
  total: Cents
  goldPrice: { perOunce: PricePerOunce; perGram: PricePerGram; source: string; takenAt: Date }
}
