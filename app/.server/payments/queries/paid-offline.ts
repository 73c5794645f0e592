import { and, eq, ne, sum } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { handPayments } from '#app/.server/platform/db/draft-order-schema.ts'

/** What staff recorded of an order so far, in cents, without the form that is sent just now. */
export async function paidOffline(orm: Orm, orderId: string, key: string): Promise<number> {
  const [recorded] = await orm
    .select({ cents: sum(handPayments.amountCents) })
    .from(handPayments)
    .where(and(eq(handPayments.orderId, orderId), ne(handPayments.key, key)))
  return Number(recorded?.cents ?? 0)
}
