import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, paymentEvents } from '#app/.server/platform/db/schema.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'

/**
 * Whether the same was reported before, under the id of another event, as by a webhook and by
 * asking: a payment that was put on hold, a payment that failed, a debit that is on its way or has
 * ended [BANK-22].
 */
export async function wasReported(tx: Orm, order: OrderRow, event: PaymentEvent): Promise<boolean> {
  const { provider, type, reference, amount, currency } = event
  if (reference === null) return false
  if (type === 'processing') {
    // How to send a wire is in its second report.
    if (order.payBy !== 'debit') return false
    return isKnown(inArray(paymentEvents.type, ['processing', 'paid', 'failed']), [
      ...took,
      'on hold',
    ])
  }
  if ((type !== 'paid' && type !== 'failed') || amount === null || currency === null) return false
  const same = and(
    eq(paymentEvents.type, type),
    eq(paymentEvents.amountCents, amount),
    eq(paymentEvents.currency, currency),
  )
  return isKnown(same, type === 'paid' ? ['on hold'] : ['on hold', ...took])

  async function isKnown(what: SQL | undefined, outcomes: string[]): Promise<boolean> {
    const [known] = await tx
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(
        and(
          eq(paymentEvents.orderId, order.id),
          eq(paymentEvents.provider, provider),
          eq(paymentEvents.reference, reference ?? ''),
          inArray(paymentEvents.outcome, outcomes),
          what,
        ),
      )
      .limit(1)
    return known !== undefined
  }
}

/** Whether it changed its order. */
const took = ['applied', 'updated']
