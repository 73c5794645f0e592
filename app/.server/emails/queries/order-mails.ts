import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { mailOutbox, type OrderMailKind, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { sentElsewhere } from '../sent-elsewhere.ts'

const { html: _html, ...shown } = getTableColumns(mailOutbox)
export type OrderMail = Omit<typeof mailOutbox.$inferSelect, 'html' | 'occasion' | 'kind'> & {
  kind: OrderMailKind
  /** It went to an address that the order no longer has, and the present one was not told the same [MAIL-14]. */
  wentElsewhere: boolean
}

/** Every mail about an order, oldest first, as staff see it. */
export async function orderMails(app: AppContext, orderId: string): Promise<OrderMail[]> {
  return withDatabase(app, async ({ orm }) => {
    const found = await orm
      .select(shown)
      .from(mailOutbox)
      .where(eq(mailOutbox.orderId, orderId))
      .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.kind), asc(mailOutbox.id))
    const [order] = await orm
      .select({ email: orders.email })
      .from(orders)
      .where(eq(orders.id, orderId))
    const elsewhere = new Set(sentElsewhere(found, order?.email ?? null))
    return found.map((mail) => {
      const { occasion: _, ...rest } = mail
      const wentElsewhere = elsewhere.has(mail)
      return { ...rest, recipient: shownEmail(mail.recipient), wentElsewhere }
    }) as OrderMail[]
  })
}

/** `failedToStaff`: of the last week, since nobody sends an old alert again. */
export type UnsentMails = { failed: number; failedToStaff: number; retried: number }

/** Answers to customers are about no order either; Today and the list of messages show those [MESSAGE-05]. */
export const isFailedToStaff = and(
  eq(mailOutbox.state, 'failed'),
  isNull(mailOutbox.orderId),
  ne(mailOutbox.kind, 'message-answer'),
)

const staffMailShownMs = 7 * 24 * 3_600_000

/**
 * How many mails were given up and wait for a look by staff, and how many were refused and are tried
 * again; none while the database is away.
 */
export async function unsentMails(app: AppContext): Promise<UnsentMails> {
  const read = await withFallback(app, async ({ orm }) => ({
    failed: await orm.$count(
      mailOutbox,
      and(eq(mailOutbox.state, 'failed'), isNotNull(mailOutbox.orderId)),
    ),
    failedToStaff: await orm.$count(
      mailOutbox,
      and(
        isFailedToStaff,
        gt(mailOutbox.createdAt, new Date(app.now().getTime() - staffMailShownMs)),
      ),
    ),
    retried: await orm.$count(
      mailOutbox,
      and(eq(mailOutbox.state, 'waiting'), isNotNull(mailOutbox.lastError)),
    ),
  }))
  return read?.value ?? { failed: 0, failedToStaff: 0, retried: 0 }
}
