import { asc, sql } from 'drizzle-orm'
import { refundsOfPayment } from '#app/.server/ledger/refunds.ts'
import { isPaymentOpen, paymentNotesOf } from '#app/.server/payments/queries/unmatched-payments.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'

type EventRow = typeof paymentEvents.$inferSelect

export type PaymentOfBuyer = {
  /** As reports name it, e.g. `payment pi_123`. */
  name: string
  reference: string | null
  /** All that was reported of it, oldest first. */
  events: [EventRow, ...EventRow[]]
}

/** Payments by this email address that belong to no order, however it is capitalized. */
export async function paymentsOfBuyer(orm: Orm, email: string): Promise<PaymentOfBuyer[]> {
  const found = await orm
    .select()
    .from(paymentEvents)
    .where(
      sql`order_id is null and id in (
        select id from payment_events where order_id is null and ${sameEmail(sql`email`, email)}
        union select other.id from payment_events own join payment_events other
          on other.provider = own.provider and other.reference = own.reference
          where own.order_id is null and ${sameEmail(sql`own.email`, email)})`,
    )
    .orderBy(asc(paymentEvents.receivedAt), asc(paymentEvents.id))
  const payments = Map.groupBy(found, ({ provider, reference, id }) =>
    reference === null ? id : `${provider} ${reference}`,
  )
  return [...payments.values()].flatMap(([first, ...later]) =>
    first
      ? {
          name: `payment ${first.reference ?? first.id}`,
          reference: first.reference,
          events: [first, ...later],
        }
      : [],
  )
}

/** Why a payment cannot be without its payer yet, in a sentence; null where it can. */
export async function paymentStillNeeded(
  orm: Orm,
  { reference, events }: PaymentOfBuyer,
): Promise<string | null> {
  const types = events.map(({ type }) => type)
  const isDisputed =
    types.includes('dispute open') && !types.some((type) => /^dispute (won|lost)$/.test(type))
  if (isDisputed) return 'It is disputed.'
  const refunds = reference === null ? [] : await refundsOfPayment(orm, reference)
  if (refunds.some(({ state }) => state === 'requested' || state === 'pending')) {
    return 'A refund of it is on its way.'
  }
  for (const { id } of events) if (await isPaymentOpen(orm, id)) return 'It needs review.'
  return null
}

/** What the shop holds about it, for the buyer to read; not who of the staff wrote what. */
export async function exportedPayment(orm: Orm, { events }: PaymentOfBuyer) {
  const [{ reference, livemode }] = events
  return {
    reference,
    isTest: !livemode,
    events: events.map((event) => ({
      at: event.receivedAt,
      type: event.type,
      amountCents: event.amountCents,
      currency: event.currency,
      email: event.email,
      shippingAddress: event.shippingAddress,
    })),
    notes: await paymentNotesOf(
      orm,
      events.map(({ id }) => id),
    ),
  }
}
