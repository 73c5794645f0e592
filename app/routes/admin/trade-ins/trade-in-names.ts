import type { TradeInKind, TradeInState } from '#app/domain/trade-ins/trade-in.ts'

/** A trade-in's kind and state as staff call them. */
export const kindNames = {
  recast: 'Recast',
  exchange: 'Exchange',
  'sell-back': 'Sell back',
} as const satisfies Record<TradeInKind, string>

export const stateNames = {
  requested: 'Requested',
  accepted: 'Approved',
  sent: 'On its way here',
  received: 'Received',
  weighed: 'Weighed',
  offered: 'Offer made',
  agreed: 'Agreed',
  working: 'In production',
  returning: 'To send back',
  done: 'Done',
  declined: 'Declined',
  canceled: 'Canceled',
  lost: 'Lost on its way',
  'sent back': 'Sent back',
} as const satisfies Record<TradeInState, string>
