import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { emailOutbox, orders, type SingleOrderEmailKind } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { missedEmails } from '../outdated-email.ts'

const { html: _html, ...shown } = getTableColumns(emailOutbox)
export type OrderEmail = Omit<typeof emailOutbox.$inferSelect, 'html' | 'occasion' | 'kind'> & {
  kind: SingleOrderEmailKind
  /** It went to an address that the order no longer has, and the present one was not told the same [MAIL-14]. */
  wentElsewhere: boolean
}

/** Every email about an order, oldest first, as staff see it. */
export async function orderEmails(app: AppContext, orderId: string): Promise<OrderEmail[]> {
  return withDatabase(app, async ({ orm }) => {
    const found = await orm
      .select(shown)
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, orderId))
      .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.kind), asc(emailOutbox.id))
    const [order] = await orm
      .select({
        ...{ id: orders.id, state: orders.state, email: orders.email },
        linkVersion: orders.linkVersion,
        notRefundedCents: orders.notRefundedCents,
      })
      .from(orders)
      .where(eq(orders.id, orderId))
    const elsewhere = new Set(order && (await missedEmails(orm, order, found, app.now())))
    return found.map((email) => {
      const { occasion: _, ...rest } = email
      const wentElsewhere = elsewhere.has(email)
      return { ...rest, recipient: shownEmail(email.recipient), wentElsewhere }
    }) as OrderEmail[]
  })
}

/** `failedToStaff`: of the last week, since nobody sends an old alert again. */
export type UnsentEmails = { failed: number; failedToStaff: number; retried: number }

/** Answers to customers are about no order either; Today and the list of messages show those [MESSAGE-05]. */
export const isFailedToStaff = and(
  eq(emailOutbox.state, 'failed'),
  isNull(emailOutbox.orderId),
  ne(emailOutbox.kind, 'message-answer'),
)

const staffEmailShownMs = 7 * 24 * 3_600_000

/**
 * How many emails were given up and wait for a look by staff, and how many were refused and are tried
 * again; none while the database is unavailable.
 */
export async function unsentEmails(app: AppContext): Promise<UnsentEmails> {
  const read = await withFallback(app, async ({ orm }) => ({
    failed: await orm.$count(
      emailOutbox,
      and(eq(emailOutbox.state, 'failed'), isNotNull(emailOutbox.orderId)),
    ),
    failedToStaff: await orm.$count(
      emailOutbox,
      and(
        isFailedToStaff,
        gt(emailOutbox.createdAt, new Date(app.now().getTime() - staffEmailShownMs)),
      ),
    ),
    retried: await orm.$count(
      emailOutbox,
      and(eq(emailOutbox.state, 'waiting'), isNotNull(emailOutbox.lastError)),
    ),
  }))
  return read?.value ?? { failed: 0, failedToStaff: 0, retried: 0 }
}
