import { cashBalanceOf, cashBalanceReferences } from '#app/.server/ledger/cash-balance.ts'
import { knownRefunds } from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder, isPaymentOf, refundedOfPayment } from '#app/.server/ledger/repository.ts'
import { isGoldFixed } from '#app/.server/orders/draft-details.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { CashBalance, OrderPayment, StaffPayment } from '#app/domain/payments/payment-event.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'

/** The order and its money as it stands before the event, for the plan of what the event does. */
export async function readOrderPayment(
  tx: Orm,
  order: OrderRow,
  event: PaymentEvent,
): Promise<OrderPayment> {
  const cashBalance = await cashBalanceWith(tx, order, event)
  const of = cashBalance ? await cashBalanceReferences(tx, order) : event.reference
  const { paid, returned, refunded: givenBack } = await balanceOfOrder(tx, order.id)
  const received = cents(paid - givenBack)
  return {
    state: order.state,
    payBy: order.payBy,
    total: cents(order.totalCents),
    withTax: order.withTax,
    pageTax: order.pageTaxCents === null ? null : cents(order.pageTaxCents),
    received,
    paid,
    returned,
    currency: order.currency,
    reference: order.paymentReference,
    onHold: order.holdReason !== null,
    refunded: of === null ? cents(0) : await refundedOfPayment(tx, of),
    refunds: of === null ? [] : await knownRefunds(tx, of),
    disputeOccurredAt: order.disputeOccurredAt,
    ...(order.origin === 'staff' && { staff: await staffPaymentOf(tx, order, event) }),
    ...(cashBalance && { cashBalance }),
  }
}

async function staffPaymentOf(
  tx: Orm,
  order: OrderRow,
  { reference }: PaymentEvent,
): Promise<StaffPayment> {
  return {
    due: cents(order.totalCents + order.taxCents),
    isKnown: reference !== null && (await isPaymentOf(tx, order.id, reference)),
    isFixed: await isGoldFixed(tx, order.id),
    taxAtPayment: order.withTax,
  }
}

/** Of an event about the buyer's cash balance, once it is counted. */
async function cashBalanceWith(
  tx: Orm,
  order: OrderRow,
  { type, reference, amount, currency }: PaymentEvent,
): Promise<CashBalance | null> {
  const isSent = type === 'balance sent back'
  const hasComeBack = type === 'sending back failed'
  const isOfCustomer = reference !== null && reference === order.paymentCustomer
  if (!isSent && !hasComeBack && !isOfCustomer) return null
  const balance = await cashBalanceOf(tx, order)
  const more = currency?.toLowerCase() === 'usd' ? (amount ?? 0) : 0
  return {
    ...balance,
    sent: cents(balance.sent + (isSent ? more : 0)),
    cameBack: cents(balance.cameBack + (hasComeBack ? more : 0)),
  }
}
