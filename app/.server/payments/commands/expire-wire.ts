import type { AppContext } from '#app/.server/app-context.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { changeOrderAs, type LockedOrder } from '#app/.server/orders/change-order.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
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
    // As it is by now: its session may have named the payment only just before.
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

export const byTheClock = { actor: 'system', by: 'the clock' } as const

/** What came of a wire in time, and was not enough, is owed to the buyer: staff must look. */
export async function expireOrder({ tx, order, save }: LockedOrder): Promise<void> {
  const { paid } = await balanceOfOrder(tx, order.id)
  const tooLate = { about: 'wire too late', occasion: '' } as const
  if (order.payBy !== 'wire' || paid === 0) {
    // Only a buyer who was told how to send a wire waits for news of it.
    const isAwaited = order.payBy === 'wire' && order.paymentProcessingAt !== null
    const mail = isAwaited ? [tooLate] : []
    await save({ why: 'It was not paid in time.', to: 'expired', mail })
    return
  }
  const why = `${formatCents(paid)} of ${formatCents(cents(order.totalCents + (order.pageTaxCents ?? 0)))} came by wire in time, which is not the whole. ${formatCents(paid)} is owed to the buyer.`
  const mail = [{ about: 'on hold', occasion: 'wire too late' }, tooLate] as const
  await save({ why, to: 'expired', columns: { holdReason: why }, mail })
}
