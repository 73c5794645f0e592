import { type CartItem, itemKey, lineKey } from './cart.ts'

/** What an order has of one piece, size and engraving. */
export type BoughtLine = {
  productId: string
  size: string
  quantity: number
  engraving?: string | undefined
}

/** What is left of a cart once an order is bought: also what was put into it since [CART-17]. */
export function withoutBought(
  items: readonly CartItem[],
  lines: readonly BoughtLine[],
): CartItem[] {
  const bought = new Map<string, number>()
  for (const { productId, size, engraving, quantity } of lines) {
    const key = lineKey(productId, size, engraving)
    bought.set(key, (bought.get(key) ?? 0) + quantity)
  }
  return items.flatMap((item) => {
    const key = itemKey(item)
    const taken = Math.min(item.quantity, bought.get(key) ?? 0)
    bought.set(key, (bought.get(key) ?? 0) - taken)
    return taken < item.quantity ? [{ ...item, quantity: item.quantity - taken }] : []
  })
}
