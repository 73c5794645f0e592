import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, paymentEvents } from '../platform/db/schema.ts'

/** What came by wire after the deadline of an order, by the time its provider names: it pays nothing [WIRE-05]. */
export async function lateWiresOf(orm: Orm, { id, wireDueBy }: OrderRow): Promise<Cents> {
  if (wireDueBy === null) return cents(0)
  const { orderId, type, outcome, currency, amountCents, occurredAt, receivedAt } = paymentEvents
  const [late] = await orm
    .select({ sum: sql<number>`coalesce(sum(${amountCents}), 0)`.mapWith(Number) })
    .from(paymentEvents)
    .where(
      and(
        eq(orderId, id),
        eq(type, 'transferred'),
        inArray(outcome, ['applied', 'updated', 'on hold']),
        sql`lower(${currency}) = 'usd'`,
        gte(sql`coalesce(${occurredAt}, ${receivedAt})`, wireDueBy.toISOString()),
      ),
    )
  return cents(late?.sum ?? 0)
}
