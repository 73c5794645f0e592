import type { OptionChoice } from '#app/domain/catalog/options.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'

/**
 * All that proves an order, for the answer to a dispute [DISPUTE-06]: money in US cents, weights in
 * milligrams, times in UTC (ISO 8601). No card data, none is stored; no network address.
 */
export type Evidence = {
  collectedAt: string
  collectedBy: string
  order: {
    number: string
    state: string
    isTest: boolean
    createdAt: string
    paidAt: string | null
    /** Without sales tax. */
    totalCents: Cents
    /** The sales tax that was charged beside it. */
    taxCents: Cents
    currency: string
    email: string | null
    /** How it was to be delivered, in words. */
    delivery: string
    shippingCents: Cents
    shippingAddress: Record<string, string> | null
    tracking: string | null
  }
  parcels: {
    carrier: string
    tracking: string
    sentAt: string
    declaredCents: Cents | null
    insurer: string
    policy: string
    signature: boolean | null
    weighedMg: Milligrams | null
    pieces: { line: number; quantity: number }[]
  }[]
  /** What was bought, as it was quoted and charged. */
  lines: {
    name: string
    size: string
    weightMg: Milligrams
    pricePerGram: string
    metalValueCents: Cents
    feeCents: Cents
    options?: readonly OptionChoice[]
    engraving?: string | null
    engravingFeeCents?: Cents
    unitPriceCents: Cents
    quantity: number
    lineTotalCents: Cents
  }[]
  quote: { id: string }
  goldPrice: { perGram: string; perOunce: string; source: string; takenAt: string }
  payment: {
    provider: string
    reference: string | null
    session: string | null
    threeDSecure: string
    dispute: string | null
    events: {
      id: string
      type: string
      outcome: string
      amountCents: Cents | null
      currency: string | null
      reference: string | null
      receivedAt: string
    }[]
  }
  ledger: {
    at: string
    kind: string
    why: string
    reference: string | null
    postings: Record<string, Cents>
  }[]
  holds: {
    kind: string
    object: string
    reason: string
    openedAt: string
    releasedAt: string | null
    releasedBy: string | null
    releaseReason: string | null
    checks: string[]
  }[]
  history: { at: string; from: string | null; to: string; by: string; why: string }[]
  mails: {
    kind: string
    recipient: string | null
    subject: string | null
    state: string
    createdAt: string
    sentAt: string | null
    text: string | null
  }[]
}
