import { asc, desc, eq } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { cents } from '#app/domain/money/cents.ts'

/** What the payment provider reported of an order, newest first. */
export async function paymentEventsOf(orm: Orm, orderId: string) {
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

export type OrderPaymentEvent = Awaited<ReturnType<typeof paymentEventsOf>>[number]
