import type { AppContext } from '#app/.server/app-context.ts'
import { isAddressHidden, type LinkRequest, linkOccasion } from '#app/.server/orders/order-link.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/**
 * Emails the buyer a link that shows the order whole [PRIVACY-05]: to the address of the order and no other,
 * at most once an hour for each. `asked`: only where something is hidden; or to return a piece or trade it in, where it
 * was paid.
 */
export async function requestOrderLink(
  app: AppContext,
  token: string,
  request: LinkRequest = 'to see it',
): Promise<void> {
  if (!isToken(token)) return
  await withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'token', token)
    const now = app.now()
    if (!order?.email) return
    const isNeeded =
      request === 'to see it' ? await isAddressHidden(orm, order, now) : order.paidAt !== null
    if (!isNeeded) return
    await orm
      .insert(emailOutbox)
      .values({
        orderId: order.id,
        kind: 'order-link-buyer',
        occasion: linkOccasion(request, now),
        nextAttemptAt: now,
        createdAt: now,
      })
      .onConflictDoNothing()
  })
}
