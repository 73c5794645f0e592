import type { AppContext } from '#app/.server/app-context.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { dropSession } from '../payment-request-links.ts'
import { closeCheckoutSession, sessionToClose } from './close-checkout-session.ts'

/**
 * Closes the payment page of a pay link, and leaves the link: where it can be paid again, it opens another.
 * Throws an AppError where the provider cannot be reached.
 */
export async function closePayPage(app: AppContext, orderId: string): Promise<void> {
  const closed = await closeCheckoutSession(app, orderId)
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (order?.state !== 'pending' || sessionToClose(order) !== closed) return
      await dropSession(tx, order, order.paymentSession ?? undefined)
    }),
  )
}
