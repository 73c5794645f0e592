import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'

/** Calls per run; the next run does the rest. */
const maxPerRun = 25

/**
 * Stops the payments of wire orders that staff have canceled, so that what came is on the buyer’s cash balance and
 * can be refunded from there [WIRE-07]. Throws PaymentUnavailable; the next run asks again.
 */
export async function stopEndedPayments(app: AppContext, payments: PaymentGateway): Promise<void> {
  const { orm } = app.db
  const { id, paymentProvider, paymentReference, paymentSession, stopsPayment } = orders
  const ended = await orm
    .select({ id, paymentReference, paymentSession })
    .from(orders)
    .where(and(eq(stopsPayment, true), eq(paymentProvider, payments.provider)))
    .limit(maxPerRun)
  for (const order of ended) {
    const reference = order.paymentReference ?? (await referenceAt(payments, order.paymentSession))
    if (reference !== null) await payments.stopPayment(reference)
    await orm
      .update(orders)
      .set({ stopsPayment: false, paymentReference: reference })
      .where(eq(id, order.id))
  }
}

/** Where the event that names the payment was lost. */
async function referenceAt(payments: PaymentGateway, session: string | null) {
  const status = session === null ? 'unknown' : await payments.retrieveSession(session)
  return typeof status === 'object' ? status.reference : null
}
