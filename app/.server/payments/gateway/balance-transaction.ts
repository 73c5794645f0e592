import type { Cents } from '#app/domain/money/cents.ts'

/** A movement of the balance at Stripe, in cents of its currency: net = amount − fee. */
export type BalanceTransaction = {
  id: string
  /** Reporting category: charge, refund, dispute, fee, payout, and others. */
  category: string
  /** Null: it belongs to no payment. */
  payment: string | null
  source: string | null
  amount: Cents
  fee: Cents
  net: Cents
  currency: string
  createdAt: Date
  /** Stripe's description of a movement without a payment. */
  detail: string
}

export type Payout = {
  id: string
  amount: Cents
  currency: string
  createdAt: Date
  status: string
  isAutomatic: boolean
  /** Stripe has finished the list of its transactions. */
  isListed: boolean
}
