import type { ChosenOption } from '../catalog/chosen-options.ts'
import { engravingOf } from '../catalog/engraving.ts'
import { type CartItem, itemSize, lineKey } from './cart.ts'

/** What an order has of one piece, size, engraving and choices. */
export type BoughtLine = {
  productId: string
  size: string
  quantity: number
  engraving?: string | undefined
  options?: readonly ChosenOption[] | undefined
}

/**
 * What is left of a cart once an order is bought: also what was put into it since [CART-17]. An order has
 * an engraving as it is made; a cart that was saved earlier may still spell it as it was entered.
 */
export function withoutBought(
  items: readonly CartItem[],
  lines: readonly BoughtLine[],
): CartItem[] {
  const bought = new Map<string, number>()
  for (const { productId, size, engraving, options, quantity } of lines) {
    const key = lineKey(productId, size, engraving, options)
    bought.set(key, (bought.get(key) ?? 0) + quantity)
  }
  return items.flatMap((item) => {
    const key = lineKey(item.id, itemSize(item), engravingOf(item.engraving ?? ''), item.options)
    const taken = Math.min(item.quantity, bought.get(key) ?? 0)
    bought.set(key, (bought.get(key) ?? 0) - taken)
    return taken < item.quantity ? [{ ...item, quantity: item.quantity - taken }] : []
  })
}
