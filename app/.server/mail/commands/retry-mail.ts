import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { mailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'

/** Sends a mail that was kept or given up, at the job's next run. A mail already on its way is left alone. */
export async function retryMail(
  app: AppContext,
  { mailId, orderId, by }: { mailId: string; orderId: string; by: string },
): Promise<void> {
  if (!app.mail) {
    throw new AppError(
      'no_mail_server',
      409,
      'There is no mail server. Once an owner has entered it under Set up, mails can be sent.',
    )
  }
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const again = await tx
        .update(mailOutbox)
        .set({ state: 'waiting', attempts: 0, nextAttemptAt: at, lastError: null })
        .where(
          and(
            eq(mailOutbox.id, mailId),
            eq(mailOutbox.orderId, orderId),
            inArray(mailOutbox.state, ['kept', 'failed']),
          ),
        )
        .returning({ kind: mailOutbox.kind })
      const [mail] = again
      if (!mail) return
      const [order] = await tx
        .select({ number: orders.number })
        .from(orders)
        .where(eq(orders.id, orderId))
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.mail_retried',
        target: { type: 'order', id: orderId },
        facts: { number: order?.number ?? '', kind: mail.kind },
      })
    }),
  )
}
