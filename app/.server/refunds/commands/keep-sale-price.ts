import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  type StaffOrder,
} from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'

/**
 * Staff keep a sale that was paid at a price they withdrew, by name and with a reason that stays in
 * the history; the order may be sent from then on [WITHDRAW-04].
 */
export async function honorPrice(
  app: AppContext,
  { id, revision, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (!awaitsPriceDecision(order)) {
        throw new AppError(
          'price_decided',
          409,
          'The price of this order does not wait for a decision any more. Nothing was changed.',
        )
      }
      await refuseWhereChanged(tx, order, revision)
      const why = `The withdrawn price was honored: ${reason}`
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, { priceHonoredAt: at })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.price_honored',
        target: { type: 'order', id },
        facts: { number: order.number, reason },
      })
    }),
  )
}
