import type { AppContext } from '#app/.server/app-context.ts'
import { toldIfDeclined } from '#app/.server/ledger/money-back.ts'
import { moneyOfOrder, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { storeOverpaid } from '#app/.server/ledger/repository.ts'
import { changeOrder, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { holdOnceRefunded } from '#app/.server/payments/repository.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { owedToBuyer } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { needsReauthentication } from '#app/domain/refunds/reauthentication.ts'

export type DeclineRefund = VersionedOrder & {
  /** Why it is not refunded, in words of staff; it stays in the history. */
  reason: string
  /** Why, in a sentence for the buyer; may be empty. */
  note: string
  /** What the page said is not refunded. */
  stated: Cents
  /** Refuses a session that has not shown a second factor just now. */
  requireFresh: () => Promise<void>
}

/** What would not be refunded, and what its buyer would be told, before anybody confirms it. */
export function previewDeclinedRefund(
  app: AppContext,
  { note, ...request }: VersionedOrder & { note: string },
) {
  return changeOrder(app, request, async (locked) => {
    const amount = await leftToRefund(locked)
    const { tx, order } = locked
    return { amount, told: await toldIfDeclined(tx, order, { amount, note: sentence(note) }) }
  })
}

export type DeclinePreview = Awaited<ReturnType<typeof previewDeclinedRefund>>

/** Other sentences follow it. */
const sentence = (note: string) => (note === '' || /[.!?…]$/.test(note) ? note : `${note}.`)

/**
 * Staff decide that what an order holds of its buyer's money is not refunded, and say why. Nothing asks for it
 * afterwards, unless more comes [TODAY-12]. The buyer, who was told that the refund is reviewed, is emailed [MAIL-19].
 */
export function declineRefund(
  app: AppContext,
  { reason, note, stated, requireFresh, ...request }: DeclineRefund,
): Promise<void> {
  return changeOrder(app, request, async (locked) => {
    const amount = await leftToRefund(locked)
    if (amount !== stated) {
      throw changed(`${formatCents(amount)} is due by now. Please review it again.`)
    }
    const { tx, order, save } = locked
    if (needsReauthentication(amount, await refundsOfOrder(tx, order.id))) await requireFresh()
    const notRefundedCents = cents(order.notRefundedCents + amount)
    await save({
      why: `Staff decided not to refund ${formatCents(amount)}: ${reason}`,
      columns: {
        notRefundedCents,
        notRefundedNote: sentence(note),
        holdReason: await holdOnceRefunded(tx, order, { isWhole: true, owed: cents(0) }),
      },
      email: { about: 'refund declined', occasion: `${order.revision}` },
      audit: { action: 'order.refund_declined', facts: { amountCents: amount, reason } },
    })
    await storeOverpaid(tx, order.id)
  })
}

/** Of an order as the page showed it. An order that can still be paid is canceled first. */
async function leftToRefund({ tx, order, assertUnchanged }: LockedByStaff): Promise<Cents> {
  await assertUnchanged()
  if (order.state === 'pending') {
    throw changed('This order can still be paid. Accept its payment, or cancel it first.')
  }
  const amount = owedToBuyer(await moneyOfOrder(tx, order.id), order)
  if (amount === 0) throw changed('Nothing is left to refund on this order.')
  return amount
}

const changed = (message: string) =>
  new AppError('refund_changed', 409, `${message} Nothing was changed.`)
