import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'

/**
 * Staff keep a sale that was paid at a price they withdrew, by name and with a reason that stays in
 * the history; the order may be sent from then on [WITHDRAW-04].
 */
export function honorPrice(
  app: AppContext,
  { reason, ...request }: VersionedOrder & { reason: string },
): Promise<void> {
  return changeOrder(app, request, async ({ order, at, assertUnchanged, save }) => {
    if (!awaitsPriceDecision(order)) {
      throw new AppError(
        'price_decided',
        409,
        'This order’s price no longer needs a decision. Nothing was changed.',
      )
    }
    await assertUnchanged()
    await save({
      why: `The withdrawn price was honored: ${reason}`,
      columns: { priceHonoredAt: at },
      audit: { action: 'order.price_honored', facts: { reason } },
    })
  })
}
