import type { AppContext } from '#app/.server/app-context.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { isAddressHidden } from '../order-link.ts'
import { findOrder, isToken } from '../repository.ts'

/**
 * Mails the buyer a link that shows the order whole [PRIVACY-05]: to the address of the order and no other,
 * at most once an hour, and only where something is hidden.
 */
export async function askOrderLink(app: AppContext, token: string): Promise<void> {
  if (!isToken(token)) return
  await withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'token', token)
    const now = app.now()
    if (!order?.email || !(await isAddressHidden(orm, order, now))) return
    await orm
      .insert(mailOutbox)
      .values({
        orderId: order.id,
        kind: 'order-link-buyer',
        occasion: now.toISOString().slice(0, 13),
        nextAttemptAt: now,
        createdAt: now,
      })
      .onConflictDoNothing()
  })
}
