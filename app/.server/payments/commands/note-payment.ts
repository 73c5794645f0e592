import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { paymentNotes } from '#app/.server/platform/db/ledger-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { paymentEvent } from '../unmatched-payments.ts'

/**
 * Staff write what they found out about a payment without an order; `settles`: and that nothing more
 * has to be done, such as for a piece that a payment link sold [UNATTACHED-03]. Notes are only
 * added to.
 */
export async function notePayment(
  app: AppContext,
  { id, note, settles, by }: { id: string; note: string; settles: boolean; by: string },
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const payment = await paymentEvent(tx, id)
    if (payment?.type !== 'paid' && payment?.type !== 'transferred') {
      throw new AppError('payment_unknown', 404, 'This payment doesn’t exist.')
    }
    await tx.insert(paymentNotes).values({ eventId: id, at, by, text: note, settles })
    await audit({
      action: 'payment.noted',
      target: { type: 'payment', id },
      facts: {
        payment: payment.reference,
        sum: { amountCents: payment.amountCents, currency: payment.currency },
        note,
        settles,
      },
    })
  })
}
