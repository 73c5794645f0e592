import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { cartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { CartItem } from '#app/domain/cart/cart.ts'
import { cartItem } from '#app/domain/cart/cart-item.ts'
import { priceCart, type QuoteRequestLine } from '#app/domain/quote/quote.ts'

export type RemindedCart = { id: string; items: CartItem[]; notes: readonly string[] }

/** The pieces of a link at today's price; null where the shop knows no such link. Changes nothing [REMIND-04]. */
export async function remindedCart(app: AppContext, token: string): Promise<RemindedCart | null> {
  const reminded = cartReminderLink.read(app, token)
  if (!reminded) return null
  const lines = await withDatabase(app, ({ orm }) => linesOfReminder(orm, reminded.id))
  if (lines.length === 0) return null
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const [products, { gold, state }] = await Promise.all([
    productsById(app, ids),
    currentGoldPrice(app),
  ])
  const { quote, notes } = priceCart(lines, products, gold, state, app.now())
  const items = quote.lines.flatMap((line) => {
    const product = products.get(line.productId)
    if (!product) return []
    const options = line.options?.map(({ name, choice }) => ({ name, choice }))
    const engraving = line.engraving?.text
    return [
      {
        ...cartItem(product, line.size, line.unitPrice),
        quantity: line.quantity,
        ...(options && { options }),
        ...(engraving && { engraving }),
      },
    ]
  })
  return { id: reminded.id, items, notes }
}

/** What was in the cart: the lines of the order that was not paid. None where the reminder was deleted. */
async function linesOfReminder(orm: Orm, id: string): Promise<QuoteRequestLine[]> {
  const [reminder] = await orm
    .select({ orderId: cartReminders.orderId })
    .from(cartReminders)
    .where(eq(cartReminders.id, id))
  const lines = reminder ? await linesOfOrder(orm, reminder.orderId) : []
  return lines.map(({ productId, size, quantity, options, engraving }) => ({
    ...{ productId, size, quantity, options },
    ...(engraving !== null && { engraving }),
  }))
}
