import { asc, desc, eq } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'

export type OrderPaymentEvent = {
  id: string
  type: string
  outcome: string
  amount: Cents | null
  currency: string | null
  reference: string | null
  email: string | null
  receivedAt: Date
}

/** What the payment provider reported of an order, newest first. */
export async function paymentEventsOf(orm: Orm, orderId: string): Promise<OrderPaymentEvent[]> {
  const events = await orm
    .select({
      id: paymentEvents.id,
      type: paymentEvents.type,
      outcome: paymentEvents.outcome,
      amountCents: paymentEvents.amountCents,
      currency: paymentEvents.currency,
      reference: paymentEvents.reference,
      email: paymentEvents.email,
      receivedAt: paymentEvents.receivedAt,
    })
    .from(paymentEvents)
    .where(eq(paymentEvents.orderId, orderId))
    .orderBy(desc(paymentEvents.receivedAt), asc(paymentEvents.id))
  return events.map(({ amountCents, ...event }) => ({
    ...event,
    email: shownEmail(event.email),
    amount: amountCents === null ? null : cents(amountCents),
  }))
}
