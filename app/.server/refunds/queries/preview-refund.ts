import type { AppContext } from '#app/.server/app-context.ts'
import { isRefundByHand } from '#app/.server/ledger/refunds.ts'
import { lockOrderOrThrow } from '#app/.server/orders/order-checks.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type ByHand, byHand } from '#app/domain/payments/offline-payment.ts'
import type { OrderRefundPlan, RefundPart } from '#app/domain/refunds/refundable-payment.ts'
import { paymentNamesOf } from '../payment-names.ts'
import { planRequest, type RequestedByStaff } from '../plan-request.ts'

export type RefundPreview = Omit<OrderRefundPlan, 'isShort' | 'needsEmail' | 'parts'> & {
  /** What of it is refunded to which payment, as staff call it. */
  parts: (Pick<RefundPart, 'amount'> & { isByHand: ByHand; name: string })[]
  needsReauthentication: boolean
}

/** What a refund would do, before it is confirmed [REFUND-03]. */
export function previewRefund(
  app: AppContext,
  { id, ...request }: { id: string } & RequestedByStaff,
): Promise<RefundPreview> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderOrThrow(tx, id)
      const requested = await planRequest(tx, app, order, request)
      const { isShort: _isShort, needsEmail: _needsEmail, ...plan } = requested.plan
      const { isLarge } = requested
      const nameOf = await paymentNamesOf(tx, order)
      const parts: RefundPreview['parts'] = []
      for (const { payment, amount, isByHand: isOffline } of plan.parts) {
        const provider = isOffline ? byHand : order.paymentProvider
        const isByHand = await isRefundByHand(tx, { provider, reference: payment })
        parts.push({ name: nameOf(payment), amount, isByHand })
      }
      return { ...plan, parts, needsReauthentication: isLarge }
    }),
  )
}
