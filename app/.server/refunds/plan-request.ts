import type { AppContext } from '#app/.server/app-context.ts'
import {
  moneyOfOrder,
  paymentsOfOrder,
  refundsOfOrder,
  taxReducingCreditReferences,
} from '#app/.server/ledger/refunds.ts'
import { salePaymentsOf } from '#app/.server/ledger/repository.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { returnToRefund } from '#app/.server/returns/refund-return.ts'
import type { OrderReturn } from '#app/.server/returns/returns.ts'
import { quantityField } from '#app/contracts/refunds/refund.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { needsReauthentication } from '#app/domain/refunds/reauthentication.ts'
import { type OrderRefundPlan, planOrderRefund } from '#app/domain/refunds/refundable-payment.ts'
import { refundableLines } from './queries/order-refunds.ts'

type WantedRefund = {
  wish: RefundInput
  /** The payment that is refunded; as many as are needed where none is named [REFUND-23]. */
  payment: string | null
}

/** What decides about a refund that staff requested: shown first, and confirmed by the same [REFUND-16]. */
export type RequestedByStaff = WantedRefund & {
  /** The return whose pieces it is for. */
  ofReturn?: string | null
  /** The buyer’s, of an order without one [REFUND-19]. */
  email?: string | null
}

const emailNeeded =
  'Enter the buyer’s email address. To refund a bank transfer, Stripe emails the buyer for their bank account.'

export async function planRequest(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  request: RequestedByStaff,
) {
  const { ofReturn = null } = request
  const found = ofReturn === null ? null : await returnToRefund(tx, order, ofReturn)
  const plan = await planOrThrow(tx, app, order, request, found?.pieces)
  if (plan.needsEmail && order.email === null && !request.email) throw refused(emailNeeded, 'email')
  const isLarge = needsReauthentication(plan.amount, await refundsOfOrder(tx, order.id))
  return { plan, found, isLarge }
}

/** What would be refunded of an order, and to which payments; an AppError where it cannot. */
export async function planOrThrow(
  tx: Orm,
  { payments: gateway }: AppContext,
  order: OrderRow,
  { wish, payment }: WantedRefund,
  returned: OrderReturn['pieces'] | null = null,
): Promise<OrderRefundPlan> {
  const payments = await paymentsOfOrder(tx, order.id)
  const ofSale = await salePaymentsOf(tx, order.id)
  const ofCredit = await taxReducingCreditReferences(tx, order.id)
  const plan = planOrderRefund(wish, payment, {
    order,
    payments: payments.map((each) => ({
      ...each,
      isByHand: each.provider === byHand,
      isOfSale: ofSale.has(each.reference),
      reducesTax: ofCredit.has(each.reference),
    })),
    money: await moneyOfOrder(tx, order.id),
    lines: await refundableLines(tx, order.id),
    weighed: await weighedItemsOf(tx, order.id),
    returned,
    gateway,
  })
  if (!('refused' in plan)) return plan
  throw refused(plan.refused, typeof plan.at === 'number' ? quantityField(plan.at) : plan.at)
}

export const refused = (message: string, field?: string) =>
  new AppError('refund_refused', 409, `${message} Nothing was refunded.`, {
    details: field === undefined ? {} : { errors: { [field]: message } },
  })
