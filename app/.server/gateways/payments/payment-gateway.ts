import type { Cents } from '#app/domain/money/cents.ts'

/** What a payment page must know of an order. */
export type PayableOrder = {
  id: string
  number: string
  token: string
  total: Cents
  currency: 'usd'
  lines: readonly {
    name: string
    size: string
    grams: string
    unitPrice: Cents
    quantity: number
  }[]
  expiresAt: Date
}

/** Opens a page where the shopper pays. Card data is entered only there [PAY-17]. */
export type PaymentGateway = {
  provider: 'test' | 'stripe'
  /** True where real cards are charged. */
  live: boolean
  /** Throws PaymentUnavailable with a sentence for the shopper. Safe to repeat for one order. */
  openSession(order: PayableOrder): Promise<{ session: string; url: string }>
}

export class PaymentUnavailable extends Error {}
