import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentNotes, refunds } from '#app/.server/platform/db/ledger-schema.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { refundOrDisputeTypes } from '#app/domain/payments/refund-or-dispute.ts'
import { type EventRow, paymentEvent } from '../unmatched-payments.ts'
import { unmatchedPaymentById } from './unmatched-payments.ts'

type OpenRefund = { amount: Cents; at: Date; by: string; refusedWhy: string | null }

export async function adminPayment(app: AppContext, id: string) {
  return withDatabase(app, async ({ orm }) => {
    const row = await paymentEvent(orm, id)
    const listed = row && (await unmatchedPaymentById(orm, id))
    if (!listed) return null
    const { id: note, at, by, text, settles } = paymentNotes
    return {
      ...listed,
      provider: row.provider,
      reference: row.reference,
      address: row.shippingAddress,
      /** What the provider reported of it since, oldest first. */
      since: await reportedSince(orm, row),
      /** The last that staff asked for, where it is not answered yet or was refused [UNATTACHED-07]. */
      openRefund: await openRefundOf(orm, row),
      notes: await orm
        .select({ id: note, at, by, text, settles })
        .from(paymentNotes)
        .where(eq(paymentNotes.eventId, id))
        .orderBy(desc(at), desc(settles), desc(note)),
    }
  })
}

/** All that is known of a payment without an order [UNATTACHED-01]. */
export type AdminPayment = NonNullable<Awaited<ReturnType<typeof adminPayment>>>

async function reportedSince(orm: Orm, { reference, provider, livemode }: EventRow) {
  if (reference === null) return []
  const { id, type, amountCents, currency, receivedAt } = paymentEvents
  const found = await orm
    .select({ id, type, amountCents, currency, at: receivedAt })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.reference, reference),
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.livemode, livemode),
        inArray(type, [...refundOrDisputeTypes]),
      ),
    )
    .orderBy(asc(receivedAt), asc(id))
  return found.map(({ amountCents: amount, ...event }) => ({
    ...event,
    amount: amount === null ? null : cents(amount),
  }))
}

async function openRefundOf(
  orm: Orm,
  { reference, provider, livemode }: EventRow,
): Promise<OpenRefund | null> {
  if (reference === null) return null
  const [last] = await orm
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.reference, reference),
        eq(refunds.provider, provider),
        eq(refunds.livemode, livemode),
      ),
    )
    .orderBy(desc(refunds.at), desc(refunds.id))
    .limit(1)
  if (last?.state !== 'requested' && last?.state !== 'refused') return null
  const { amountCents, at, by, state, problem } = last
  const refusedWhy = state === 'refused' ? (problem ?? 'The payment provider declined it.') : null
  return { amount: cents(amountCents), at, by, refusedWhy }
}
