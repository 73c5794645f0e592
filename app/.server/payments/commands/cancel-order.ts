import type { AppContext } from '#app/.server/app-context.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import {
  changeOrder,
  changeOrderIn,
  type LockedByStaff,
  orderChanger,
} from '#app/.server/orders/change-order.ts'
import {
  assertNotOnHold,
  type VersionedOrder,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import type { OrderChange } from '#app/.server/orders/transition.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { releaseFailedDebits } from '#app/.server/risk/holds.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition, type OrderState } from '#app/domain/orders/order-state.ts'
import { debitDueBy } from '#app/domain/payments/wire-rules.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { withSessionClosed } from './close-checkout-session.ts'

/**
 * Cancels an order that is still to be paid; one that is past that, whose payment is on its way, or
 * that is on hold for staff stays as it is. Its checkout session is closed first. Answers the order's
 * state from now on, or null for an unknown order.
 */
export async function cancelOrder(
  app: AppContext,
  orderId: string,
  { why, ...change }: Omit<OrderChange, 'at'>,
): Promise<OrderState | null> {
  return withSessionClosed(app, orderId, async (tx, isClosed) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return null
    const { state, paymentProcessingAt, holdReason } = order
    if (!canTransition(state, 'cancelled') || paymentProcessingAt || holdReason) return state
    if (!isClosed(order)) return 'again'
    await orderChanger(tx, app, order, change).save({ why, to: 'cancelled' })
    return 'cancelled'
  })
}

/**
 * Staff cancel an order that is still to be paid, with a reason [ORDER-07]; where it was paid or
 * changed in the meantime it is not canceled. What was received for it waits for its refund, among what
 * needs a look [TODAY-09]; answers that sum. Its buyer is emailed [MAIL-18].
 * A job stops an awaited wire at the provider; what comes of it anyway needs a look [WIRE-09].
 */
export async function staffCancelOrder(
  app: AppContext,
  { reason, ...request }: VersionedOrder & { reason: string },
): Promise<Cents> {
  await changeOrder(app, request, assertCancellable)
  return withSessionClosed(app, request.id, (tx, isClosed) =>
    changeOrderIn<Cents | 'again'>(tx, app, request, async (locked) => {
      await assertCancellable(locked)
      return isClosed(locked.order) ? cancelLocked(locked, reason) : 'again'
    }),
  )
}

/** The same for an order that assertCancellable let pass, and whose checkout session is closed. */
export async function cancelLocked(locked: LockedByStaff, reason: string): Promise<Cents> {
  const { tx, order, at, by } = locked
  await releaseFailedDebits(tx, order, { at, by, reason: 'The order was canceled.' })
  const received = cents(Math.max(0, 0 - (await balanceOfOrder(tx, order.id)).due))
  const toRefund = `It was canceled after ${formatCents(received)} was received. Refund it.`
  await locked.save({
    why: reason,
    to: 'cancelled',
    columns: {
      ...(received > 0 && { holdReason: toRefund }),
      stopsPayment: isWireAwaited(order),
    },
    email: { about: 'canceled by staff', occasion: '' },
    audit: { action: 'order.canceled', facts: { reason } },
  })
  return received
}

export async function assertCancellable({
  tx,
  order,
  assertUnchanged,
}: LockedByStaff): Promise<void> {
  if (!canTransition(order.state, 'cancelled')) throw await wrongState(tx, order)
  assertNotOnHold(order)
  assertNotProcessing(order)
  await assertUnchanged()
}

const isWireAwaited = ({ payBy, paymentProcessingAt }: OrderRow) =>
  payBy === 'wire' && paymentProcessingAt !== null

/** A bank debit takes days; what is on its way pays the order or fails by the provider's event. */
function assertNotProcessing(order: OrderRow): void {
  if (order.paymentProcessingAt === null || isWireAwaited(order)) return
  throw new AppError(
    'payment_processing',
    409,
    `A bank debit is pending and can’t be recalled. It will arrive or fail by ${formatDay(debitDueBy(order.paymentProcessingAt))}. Nothing was changed.`,
  )
}
