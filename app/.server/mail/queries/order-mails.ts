import { and, asc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

const { html: _html, occasion: _occasion, ...shown } = getTableColumns(mailOutbox)
export type OrderMail = Omit<typeof mailOutbox.$inferSelect, 'html' | 'occasion'>

/** Every mail about an order, oldest first, as staff see it. */
export async function orderMails(app: AppContext, orderId: string): Promise<OrderMail[]> {
  return withDatabase(app, ({ orm }) =>
    orm
      .select(shown)
      .from(mailOutbox)
      .where(eq(mailOutbox.orderId, orderId))
      .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.kind), asc(mailOutbox.id)),
  )
}

export type UnsentMails = { failed: number; retried: number }

/**
 * How many mails were given up and wait for a look by staff, and how many were refused and are tried
 * again; none while the database is away.
 */
export async function unsentMails(app: AppContext): Promise<UnsentMails> {
  const read = await withFallback(app, async ({ orm }) => ({
    failed: await orm.$count(mailOutbox, eq(mailOutbox.state, 'failed')),
    retried: await orm.$count(
      mailOutbox,
      and(eq(mailOutbox.state, 'waiting'), isNotNull(mailOutbox.lastError)),
    ),
  }))
  return read?.value ?? { failed: 0, retried: 0 }
}
