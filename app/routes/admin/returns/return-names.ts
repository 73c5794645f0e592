import type { ReturnState } from '#app/domain/returns/return.ts'

/** A return's state as staff call it. */
export const returnNames = {
  asked: 'Requested',
  accepted: 'Approved',
  'sent back': 'Sent back',
  received: 'Received',
  weighed: 'Weighed',
  refunded: 'Refunded',
  refused: 'Declined',
  'called off': 'Closed without refund',
} as const satisfies Record<ReturnState, string>
