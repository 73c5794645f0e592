/** What the shop does with a piece that its owner trades in. */
export const tradeInKinds = ['recast', 'exchange', 'sell-back'] as const
export type TradeInKind = (typeof tradeInKinds)[number]

/**
 * A trade-in from the request to its end [TRADE-01]. A step that is not in this table is refused. A package may
 * arrive without notice; a weight may be corrected and an offer changed until the owner agrees. A finished
 * exchange opens again when the order that used its credit is refunded.
 */
const transitions = {
  requested: ['accepted', 'declined', 'canceled'],
  accepted: ['sent', 'received', 'canceled', 'lost'],
  sent: ['sent', 'received', 'canceled', 'lost'],
  received: ['weighed', 'returning'],
  weighed: ['weighed', 'offered', 'returning'],
  offered: ['weighed', 'offered', 'agreed', 'returning'],
  agreed: ['working', 'done', 'returning'],
  working: ['done', 'returning'],
  returning: ['sent back'],
  done: ['agreed'],
  declined: [],
  canceled: [],
  lost: [],
  'sent back': [],
} as const satisfies Record<string, readonly string[]>

export type TradeInState = keyof typeof transitions

export const tradeInStates = Object.keys(transitions) as TradeInState[]

/** The steps of one kind alone. */
function fits(kind: TradeInKind, from: TradeInState, to: TradeInState): boolean {
  if (to === 'working') return kind === 'recast'
  if (from === 'agreed' && to === 'done') return kind !== 'recast'
  return from !== 'done' || kind !== 'recast'
}

export const canTradeIn = (kind: TradeInKind, from: TradeInState, to: TradeInState): boolean =>
  (transitions[from] as readonly TradeInState[]).includes(to) && fits(kind, from, to)

/** States that are the end of a case. */
export const closedStates = [
  'done',
  'declined',
  'canceled',
  'lost',
  'sent back',
] as const satisfies readonly TradeInState[]

export const isTradeInOpen = (state: TradeInState): boolean =>
  !(closedStates as readonly TradeInState[]).includes(state)

/** The piece is with its owner or on its way, so canceling moves no gold. */
export const isBeforeArrival = (state: TradeInState): boolean =>
  state === 'requested' || state === 'accepted' || state === 'sent'

/** A package on its way needs staff, who send it back when it arrives. */
export const mayOwnerCancel = (state: TradeInState): boolean =>
  isBeforeArrival(state) && state !== 'sent'

/** States in which staff have something to do; in the others the owner or a carrier has. */
export const waitingForStaff = [
  'requested',
  'received',
  'weighed',
  'agreed',
  'working',
  'returning',
] as const satisfies readonly TradeInState[]

/** Where canceling leads to: a piece that arrived has to be sent back first [TRADE-08]. */
export const afterCancel = (state: TradeInState): 'canceled' | 'returning' =>
  isBeforeArrival(state) ? 'canceled' : 'returning'

/** By when staff do the next step, in business days; other states have no due date [TRADE-09]. */
export const dueBusinessDays: Partial<Record<TradeInState, number>> = {
  requested: 2,
  received: 3,
  weighed: 2,
  agreed: 5,
  returning: 3,
}

/** In days from the arrival of the piece: the recast guarantee promises one to three weeks. */
export const recastDays = 21

/** Photographs of one piece at the bench. */
export const maxPhotos = 8
