import type { AppContext } from '#app/.server/app-context.ts'
import { isSoldAsConfirmed, waitingEdit } from '#app/.server/orders/edits/apply-edit.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import {
  type PaymentRequestState,
  paymentRequestState,
} from '#app/domain/payments/payment-request-link.ts'
import { isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import type { PaymentRequestRow } from './payment-request-token.ts'

/** Also asked in a transaction that has locked the order. */
export async function stateOfLink(
  orm: Orm,
  { payments, now }: Pick<AppContext, 'payments' | 'now'>,
  link: PaymentRequestRow,
  order: OrderRow,
): Promise<PaymentRequestState> {
  const isPaid = link.paidAt === null && link.closedWhy === 'paid'
  const state = paymentRequestState(
    {
      kind: link.kind,
      closedAt: link.closedAt,
      paidAt: isPaid ? link.closedAt : link.paidAt,
      endsAt: link.endsAt,
      order: {
        state: order.state,
        isPriceWithdrawn: isPriceWithdrawn(order),
        isHeld: order.holdReason !== null,
        isProcessing: order.paymentProcessingAt !== null,
      },
      isSellingStopped: (await storedSellingStop(orm)) !== null,
      isProviderThere:
        payments?.provider === order.paymentProvider && payments.live === order.livemode,
    },
    now(),
  )
  return state === 'open' && link.kind === 'change' && !(await canTakeEffect(orm, link))
    ? 'replaced'
    : state
}

/** Otherwise the buyer would pay for a change that the payment can no longer make. */
async function canTakeEffect(orm: Orm, { orderId }: PaymentRequestRow): Promise<boolean> {
  const edit = await waitingEdit(orm, orderId)
  return edit !== null && (await isSoldAsConfirmed(orm, edit))
}
