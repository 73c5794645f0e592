import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { orders } from '../db/schema.ts'

/** A webhook comes within seconds; a shopper who is slower than this is still typing. */
const firstAskMinutes = 3

/**
 * Orders still to be paid that a provider should be asked about: a few minutes after they were
 * placed, then ever more seldom (a fifth of their age, two minutes to six hours), and once at their
 * end. A payment that takes days is not asked about every minute.
 */
export async function ordersToAskAbout(
  { orm }: Database,
  { provider, now, limit }: { provider: 'stripe' | 'test'; now: Date; limit: number },
) {
  const at = sql`${now.toISOString()}::timestamptz`
  const pause = sql`least(greatest((${at} - ${orders.createdAt}) / 5, interval '2 minutes'), interval '6 hours')`
  const rows = await orm
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, 'pending'),
        eq(orders.paymentProvider, provider),
        isNotNull(orders.paymentSession),
        // What is held waits for a person, whatever the provider says of it again.
        isNull(orders.heldReason),
        sql`${orders.createdAt} <= ${at} - ${firstAskMinutes} * interval '1 minute'`,
        or(
          sql`${orders.paymentAskedAt} is null`,
          sql`${orders.paymentAskedAt} <= ${at} - ${pause}`,
          and(lte(orders.expiresAt, now), sql`${orders.paymentAskedAt} < ${orders.expiresAt}`),
        ),
      ),
    )
    .orderBy(sql`${orders.paymentAskedAt} asc nulls first`, asc(orders.createdAt))
    .limit(limit)
  return rows.flatMap(({ paymentSession, ...order }) =>
    paymentSession === null ? [] : [{ ...order, paymentSession }],
  )
}
