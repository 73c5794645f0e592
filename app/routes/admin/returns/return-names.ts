import type { ReturnState } from '#app/domain/returns/return.ts'

/** A return's state as staff call it. */
export const returnNames = {
  asked: 'Asked',
  accepted: 'Accepted',
  'sent back': 'Sent back',
  received: 'Received',
  weighed: 'Weighed',
  refunded: 'Refunded',
  refused: 'Refused',
  'called off': 'Closed without a refund',
} as const satisfies Record<ReturnState, string>
