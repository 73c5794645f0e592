import type { AppContext } from '#app/.server/app-context.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { cartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import type { CartItem } from '#app/domain/cart/cart.ts'
import { cartItem } from '#app/domain/cart/cart-item.ts'
import { priceCart } from '#app/domain/quote/quote.ts'

export type RemindedCart = { id: string; items: CartItem[]; notes: readonly string[] }

/** The pieces of a link at today's price; null where the link is none of ours. Changes nothing [REMIND-04]. */
export async function remindedCart(app: AppContext, token: string): Promise<RemindedCart | null> {
  const reminded = cartReminderLink.read(app, token)
  if (!reminded) return null
  const ids = [...new Set(reminded.lines.map(({ productId }) => productId))]
  const [products, { gold, state }] = await Promise.all([
    productsById(app, ids),
    currentGoldPrice(app),
  ])
  const lines = reminded.lines.map(({ engraving, ...line }) => ({
    ...line,
    ...(engraving !== undefined && { engraving }),
  }))
  const { quote, notes } = priceCart(lines, products, gold, state, app.now())
  const items = quote.lines.flatMap((line) => {
    const product = products.get(line.productId)
    if (!product) return []
    const engraving = line.engraving?.text
    return [
      {
        ...cartItem(product, line.size, line.unitPrice),
        quantity: line.quantity,
        ...(engraving && { engraving }),
      },
    ]
  })
  return { id: reminded.id, items, notes }
}
