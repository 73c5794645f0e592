import type { FieldChange } from '#app/domain/text/field-changes.ts'

type TradeInEvent<Facts = object> = {
  target: { type: 'trade_in'; id: string }
  facts: { number: number } & Facts
}

/** What is recorded of trade-ins and their terms; never a name or an identity. */
export type TradeInActions = {
  'settings.trade_in_terms_updated': {
    facts: {
      kinds: string[]
      exchangeRate: number
      sellBackRate: number
      offerDays: number
      creditDays: number
      instructions: string
      taxStates: string[]
      retentionDays: number
      isReviewed: boolean
      identityRules: string[]
    } & { changes?: FieldChange[] }
  }
  /** `what`: as a sentence says it, never with a name or an identity. */
  'trade_in.moved': TradeInEvent<{ what: string }>
  'trade_in.identity_read': TradeInEvent
  'trade_in.owner_erased': TradeInEvent
  'production_cost.saved': { facts: { what: string } }
}
