import type { TradeInKind, TradeInState } from '#app/domain/trade-ins/trade-in.ts'

/** A trade-in's kind and state as staff call them. */
export const kindNames = {
  recast: 'Recast',
  exchange: 'Exchange',
  'sell-back': 'Sell-back',
} as const satisfies Record<TradeInKind, string>

export const stateNames = {
  requested: 'Requested',
  accepted: 'Approved',
  sent: 'In transit to us',
  received: 'Received',
  weighed: 'Weighed',
  offered: 'Offer made',
  agreed: 'Offer accepted',
  working: 'In production',
  returning: 'Ready to ship back',
  done: 'Done',
  declined: 'Declined',
  canceled: 'Canceled',
  lost: 'Lost in transit',
  'sent back': 'Sent back',
} as const satisfies Record<TradeInState, string>

const emailNames = {
  requested: 'Request received',
  accepted: 'How to send the piece',
  declined: 'Declined',
  received: 'Piece received',
  offered: 'Offer',
  answered: 'Answer to the offer',
  agreed: 'Offer accepted',
  paid: 'Paid',
  done: 'Recast finished',
  used: 'Credit applied',
  credit: 'Credit',
  returning: 'Returning the piece',
  returned: 'Sent back',
  ended: 'Closed',
} as const

/** `trade-in-offered-owner` → `Offer, to the customer`. */
export function emailName(kind: string): string {
  const [, step = '', to = ''] = /^trade-in-(\w+)-(\w+)$/.exec(kind) ?? []
  const name = Object.hasOwn(emailNames, step) ? emailNames[step as keyof typeof emailNames] : kind
  return `${name}, to ${to === 'staff' ? 'staff' : 'the customer'}`
}

export const emailStates = {
  waiting: 'on its way',
  sent: 'sent',
  failed: 'not sent',
  kept: 'not sent: no mail server is set up',
} as const
