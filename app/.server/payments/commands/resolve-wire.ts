import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderAs } from '#app/.server/orders/change-order.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { byTheClock, expireOrder } from '../expire-order.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

type WaitingWire = Pick<
  OrderRow,
  | 'id'
  | 'paymentCustomer'
  | 'paymentReference'
  | 'paymentSession'
  | 'expiresAt'
  | 'withTax'
  | 'pageTaxCents'
>

/**
 * Asks the provider what has come for an order that waits for a wire, and applies each transfer. Past the
 * day it was due by it is stopped there first, and what came until then asked for once more: only then it expires
 * [BANK-05]. True where it waits no longer. Throws PaymentUnavailable.
 */
export async function resolveWire(
  app: AppContext,
  payments: PaymentGateway,
  { id, paymentCustomer, paymentReference, paymentSession, expiresAt, ...tax }: WaitingWire,
): Promise<boolean> {
  const applyAll = async () => {
    if (paymentCustomer === null) return
    for (const transfer of await payments.transfersOf(paymentCustomer)) {
      await applyPaymentEvent(app, transfer)
    }
  }
  await applyAll()
  const isOver = expiresAt <= app.now()
  const isTaxUnknown = tax.withTax && tax.pageTaxCents === null
  if (!isOver || isTaxUnknown || paymentReference === null) {
    // Where the event that says how to send it, its tax and what to stop, was lost.
    const status = paymentSession && (await payments.retrieveSession(paymentSession))
    if (status && typeof status === 'object' && tellsOfPage.includes(status.type)) {
      await applyPaymentEvent(app, status)
    }
  }
  if (isOver) {
    // Read again: its session may have named the payment only just before.
    const known = await withDatabase(app, ({ orm }) => findOrder(orm, 'id', id))
    if (known?.paymentReference) await payments.stopPayment(known.paymentReference)
    await applyAll()
    await changeOrderAs(app, { id, ...byTheClock }, async (locked) => {
      const { state, holdReason } = locked.order
      if (state === 'pending' && holdReason === null) await expireOrder(locked)
    })
  }
  const after = await withDatabase(app, ({ orm }) => findOrder(orm, 'id', id))
  return after?.state !== 'pending'
}

/** The buyer is done on the payment page, or all of the wire is there. */
const tellsOfPage: readonly string[] = ['processing', 'paid']
