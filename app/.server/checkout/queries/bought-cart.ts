import type { AppContext } from '#app/.server/app-context.ts'
import { linesAsOrdered } from '#app/.server/orders/earlier-engravings.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { BoughtLine } from '#app/domain/cart/bought.ts'
import { isBought } from '#app/domain/checkout/checkout-plan.ts'

/**
 * What the order of a quote bought, once it is paid or its payment is on its way; null before, and where there
 * is no such order [CART-17]. The name of a quote is a signature: only the browser that went to pay has it.
 */
export async function boughtCart(app: AppContext, quoteId: string): Promise<BoughtLine[] | null> {
  if (app.config.database === 'none') return null
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'quoteId', quoteId)
    // The orders that staff make have names that can be guessed, and no cart.
    if (!order || order.origin === 'staff' || !isBought(order)) return null
    return linesAsOrdered(orm, order.id)
  })
}
