import { and, eq, ne, sum } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { handPayments } from '#app/.server/platform/db/staff-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/** What staff recorded of an order so far, in cents, without the form that is sent just now. */
export async function paidOffline(app: AppContext, orderId: string, key: string): Promise<number> {
  return withDatabase(app, async ({ orm }) => {
    const [recorded] = await orm
      .select({ cents: sum(handPayments.amountCents) })
      .from(handPayments)
      .where(and(eq(handPayments.orderId, orderId), ne(handPayments.key, key)))
    return Number(recorded?.cents ?? 0)
  })
}
