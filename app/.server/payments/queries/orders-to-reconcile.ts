import { and, asc, eq, inArray, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm'
import type { Database } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'

/** A webhook comes within seconds; a shopper who is slower than this is still typing. */
const firstRunMinutes = 3

/**
 * Orders still to be paid that a provider should be asked about: a few minutes after they were
 * placed, then less and less often (a fifth of their age, two minutes to six hours), and once at their
 * end. A payment that takes days is not asked about every minute, and goes before orders that most
 * likely nobody pays.
 */
export async function ordersToReconcile(
  { orm }: Database,
  { provider, now, limit }: { provider: 'stripe' | 'test'; now: Date; limit: number },
) {
  const at = sql`${now.toISOString()}::timestamptz`
  // A pay link may be opened days after its order was made.
  const begun = sql`coalesce((select max(attempt_at) from pay_links where order_id = orders.id), ${orders.createdAt})`
  const pause = sql`least(greatest((${at} - ${begun}) / 5, interval '2 minutes'), interval '6 hours')`
  const rows = await orm
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, 'pending'),
        eq(orders.paymentProvider, provider),
        isNotNull(orders.paymentSession),
        // What is held waits for a person, whatever the provider says of it again.
        isNull(orders.holdReason),
        sql`${orders.createdAt} <= ${at} - ${firstRunMinutes} * interval '1 minute'`,
        or(
          sql`${orders.paymentReconciledAt} is null`,
          sql`${orders.paymentReconciledAt} <= ${at} - ${pause}`,
          and(lte(orders.expiresAt, now), sql`${orders.paymentReconciledAt} < ${orders.expiresAt}`),
        ),
      ),
    )
    .orderBy(
      sql`${orders.paymentProcessingAt} is null`,
      sql`${orders.paymentReconciledAt} asc nulls first`,
      asc(orders.createdAt),
    )
    .limit(limit)
  return rows.flatMap(({ paymentSession, ...order }) =>
    paymentSession === null ? [] : [{ ...order, paymentSession }],
  )
}

/** Unpaid orders old enough that a webhook about them should have come. */
function overdue(provider: 'stripe' | 'test', now: Date) {
  return and(
    eq(orders.state, 'pending'),
    eq(orders.paymentProvider, provider),
    isNull(orders.holdReason),
    isNull(orders.paymentProcessingAt),
    lte(orders.createdAt, new Date(now.getTime() - firstRunMinutes * 60_000)),
    // Nobody can pay an order of staff before its link is opened.
    or(eq(orders.origin, 'web'), isNotNull(orders.paymentSession)),
  )
}

/** When the oldest of them was placed; null where there is none. */
export async function oldestOverdue(
  { orm }: Database,
  provider: 'stripe' | 'test',
  now: Date,
): Promise<Date | null> {
  const [row] = await orm
    .select({ at: min(orders.createdAt) })
    .from(orders)
    .where(overdue(provider, now))
  return row?.at ?? null
}

/** Which of these sessions and orders belong to an overdue order: their ids, mixed. */
export async function overdueAmong(
  { orm }: Database,
  { provider, now, ids }: { provider: 'stripe' | 'test'; now: Date; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await orm
    .select({ id: orders.id, session: orders.paymentSession })
    .from(orders)
    .where(
      and(
        overdue(provider, now),
        or(inArray(orders.id, [...ids]), inArray(orders.paymentSession, [...ids])),
      ),
    )
  return new Set(found.flatMap(({ id, session }) => (session === null ? [id] : [id, session])))
}
