import type { ChosenOption } from '../catalog/chosen-options.ts'
import { type CartItem, itemKey, maxQuantity } from './cart.ts'

/**
 * A line takes other choices and keeps its place, quantity and engraving [OPTION-04]. Where another line has
 * the same choices, they are one line.
 */
export function chosenAgain(
  items: readonly CartItem[],
  key: string,
  options: readonly ChosenOption[],
): CartItem[] {
  const byKey = new Map<string, CartItem>()
  for (const each of items) {
    const item = itemKey(each) === key ? { ...each, options } : each
    const same = byKey.get(itemKey(item))
    const quantity = Math.min(item.quantity + (same?.quantity ?? 0), maxQuantity)
    byKey.set(itemKey(item), { ...item, quantity })
  }
  return [...byKey.values()]
}

/** What of a line's choices is still offered: what is left to choose is asked for. */
export const stillOffered = (
  chosen: readonly ChosenOption[],
  offered: readonly ChosenOption[],
): ChosenOption[] =>
  offered
    .filter((each) =>
      chosen.some(({ name, choice }) => each.name === name && each.choice === choice),
    )
    .map(({ name, choice }) => ({ name, choice }))
