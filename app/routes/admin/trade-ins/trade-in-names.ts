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

const emailNames = {
  requested: 'Request received',
  accepted: 'How to send the piece',
  declined: 'Declined',
  received: 'Piece received',
  offered: 'Offer',
  answered: 'Answer to the offer',
  agreed: 'Agreed',
  paid: 'Paid',
  done: 'Done',
  credit: 'Credit',
  returning: 'Sending it back',
  returned: 'Sent back',
  ended: 'Ended',
} as const

/** `trade-in-offered-owner` → `Offer, to the owner`. */
export function emailName(kind: string): string {
  const [, step = '', to = ''] = /^trade-in-(\w+)-(\w+)$/.exec(kind) ?? []
  const name = Object.hasOwn(emailNames, step) ? emailNames[step as keyof typeof emailNames] : kind
  return `${name}, to ${to === 'staff' ? 'staff' : 'the owner'}`
}

export const emailStates = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not sent',
  kept: 'not sent: no mail server is set up',
} as const
