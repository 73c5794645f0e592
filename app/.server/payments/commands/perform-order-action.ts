import type { OrderDeed } from '#app/contracts/order.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { correctTracking, fulfilOrder } from '#app/.server/orders/commands/fulfill-order.ts'
import { acceptHeldPayment, closeHold } from './resolve-held-order.ts'
import { reviewDispute } from './review-dispute.ts'
import { staffCancelOrder } from './staff-cancel-order.ts'
import type { StaffOrder } from '#app/.server/orders/staff-order.ts'

/** Does what staff asked for and says so in a sentence; a Problem where it cannot be done. */
export async function doOrderDeed(shop: Shop, asked: StaffOrder & OrderDeed): Promise<string> {
  switch (asked.deed) {
    case 'fulfil':
      await fulfilOrder(shop, asked)
      return 'The order is marked as fulfilled.'
    case 'correct':
      await correctTracking(shop, asked)
      return asked.mail
        ? 'The tracking was corrected, and a mail to the buyer is on its way.'
        : 'The tracking was corrected.'
    case 'cancel':
      await staffCancelOrder(shop, asked)
      return 'The order was cancelled.'
    case 'accept':
      await acceptHeldPayment(shop, asked)
      return 'The payment was accepted, and the order is paid.'
    case 'dispute':
      await reviewDispute(shop, asked)
      return 'The lost dispute was marked as looked at.'
    case 'close':
      await closeHold(shop, asked)
      return 'The payment was settled.'
  }
}
