import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

/** Where the shop's orders and the payment provider's sessions did not agree by themselves. */
export type PaymentDifferences = {
  /** Payments of the last day that were found by asking: their webhook was lost, or is late. */
  found: number
  /** Orders past their time of which the provider has not said what became of them. */
  unanswered: number
  /** Disputes of the last month about payments that are not known here at all. */
  disputesWithoutPayment: number
}

/** A quarter of an hour is several attempts. */
const unansweredAfterMinutes = 15

/** Null where no card provider is set up, and while the database is unavailable. */
export async function paymentDifferences(app: AppContext): Promise<PaymentDifferences | null> {
  if (app.payments?.provider !== 'stripe') return null
  const { live } = app.payments
  const now = sql`${app.now().toISOString()}::timestamptz`
  const read = await withFallback(app, ({ orm }) =>
    rows<PaymentDifferences>(
      orm,
      sql`select
        (select count(*) from payment_events
          where livemode = ${live} and reconciled and type = 'paid' and outcome in ('applied', 'on hold')
            and received_at > ${now} - interval '1 day') as "found",
        (select count(*) from orders
          where livemode = ${live} and state = 'pending' and payment_provider = 'stripe' and payment_session is not null
            and payment_processing_at is null and hold_reason is null
            and expires_at < ${now} - ${unansweredAfterMinutes} * interval '1 minute') as "unanswered",
        (select count(*) from payment_events dispute
          where livemode = ${live} and provider = 'stripe' and type in ('dispute open', 'dispute lost')
            and outcome = 'unknown order' and received_at > ${now} - interval '30 days'
            and not exists (select from payment_events paid
              where paid.reference = dispute.reference and paid.type = 'paid'))
          as "disputesWithoutPayment"`,
    ),
  )
  return read?.value[0] ?? null
}

/** A sentence each for staff, none where all agrees. */
export function differenceNotices(differences: PaymentDifferences | null): string[] {
  if (!differences) return []
  const { found, unanswered, disputesWithoutPayment } = differences
  return [
    found > 0 &&
      `${counted(found, 'payment')} of the last day came to light only because the shop asked Stripe. Please check the webhook in the Stripe dashboard.`,
    unanswered > 0 &&
      `Stripe hasn’t said what happened to ${counted(unanswered, 'order')} whose time to pay has ended.`,
    disputesWithoutPayment > 0 &&
      `In the last 30 days, Stripe reported ${counted(disputesWithoutPayment, 'dispute')} about payments we don’t have here. Please respond in the Stripe dashboard.`,
  ].filter((notice) => notice !== false)
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
