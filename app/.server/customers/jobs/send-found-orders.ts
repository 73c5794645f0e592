import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

const batch = 50

/**
 * Queues the email for those who asked for orders of an address that has some; what was asked of any
 * other is deleted, and so is what has ended [FIND-01, FIND-03]. The email is one about their latest order.
 */
export async function sendFoundOrders(app: AppContext): Promise<void> {
  await withFallback(app, async ({ orm }) => {
    const asked = await orm
      .select()
      .from(findOrderLinks)
      .where(isNull(findOrderLinks.answeredAt))
      .orderBy(asc(findOrderLinks.askedAt))
      .limit(batch)
    for (const { id } of asked) {
      await orm.transaction(async (tx) => {
        // Another process may have it.
        const [one] = await tx
          .select()
          .from(findOrderLinks)
          .where(and(eq(findOrderLinks.id, id), isNull(findOrderLinks.answeredAt)))
          .for('update', { skipLocked: true })
        if (!one) return
        const [latest] = await tx
          .select({ id: orders.id })
          .from(orders)
          .where(sameEmail(orders.email, one.email))
          .orderBy(desc(orders.createdAt), asc(orders.id))
          .limit(1)
        if (!latest) {
          await tx.delete(findOrderLinks).where(eq(findOrderLinks.id, id))
          return
        }
        const now = app.now()
        await tx.update(findOrderLinks).set({ answeredAt: now }).where(eq(findOrderLinks.id, id))
        await tx.insert(emailOutbox).values({
          orderId: latest.id,
          kind: 'order-list-buyer',
          occasion: id,
          nextAttemptAt: now,
          createdAt: now,
        })
      })
    }
    await orm.delete(findOrderLinks).where(ended(app.now()))
  })
}

function ended(now: Date) {
  const { expiresAt, openedAt, sessionEndsAt } = findOrderLinks
  const at = sql`${now.toISOString()}::timestamptz`
  return or(and(isNull(openedAt), sql`${expiresAt} <= ${at}`), sql`${sessionEndsAt} <= ${at}`)
}
