import type { AppContext } from '#app/.server/app-context.ts'
import { correctTracking, fulfillOrder } from '#app/.server/orders/commands/fulfill-order.ts'
import type { StaffOrder } from '#app/.server/orders/staff-order.ts'
import type { OrderAction } from '#app/contracts/order.ts'
import { acceptHeldPayment, closeHold } from './resolve-held-order.ts'
import { reviewDispute } from './review-dispute.ts'
import { staffCancelOrder } from './staff-cancel-order.ts'

/** Does what staff asked for and says so in a sentence; a Problem where it cannot be done. */
export async function performOrderAction(
  app: AppContext,
  asked: StaffOrder & OrderAction,
): Promise<string> {
  switch (asked.deed) {
    case 'fulfil':
      await fulfillOrder(app, asked)
      return 'The order is marked as fulfilled.'
    case 'correct':
      await correctTracking(app, asked)
      return asked.mail
        ? 'The tracking was corrected, and a mail to the buyer is on its way.'
        : 'The tracking was corrected.'
    case 'cancel':
      await staffCancelOrder(app, asked)
      return 'The order was cancelled.'
    case 'accept':
      await acceptHeldPayment(app, asked)
      return 'The payment was accepted, and the order is paid.'
    case 'dispute':
      await reviewDispute(app, asked)
      return 'The lost dispute was marked as looked at.'
    case 'close':
      await closeHold(app, asked)
      return 'The payment was settled.'
  }
}
