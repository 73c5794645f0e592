import type { AppContext } from '#app/.server/app-context.ts'
import { lockOrderOrThrow } from '#app/.server/orders/order-checks.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { OrderRefundPlan } from '#app/domain/refunds/refundable-payment.ts'
import { planRequest, type RequestedByStaff } from '../plan-request.ts'

export type RefundPreview = Omit<OrderRefundPlan, 'payment' | 'needsEmail'> & {
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
      const { payment: _payment, needsEmail: _needsEmail, ...plan } = requested.plan
      const { isLarge } = requested
      return { ...plan, needsReauthentication: isLarge }
    }),
  )
}
