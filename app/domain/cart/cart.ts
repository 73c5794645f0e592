import { type ChosenOption, optionsKey } from '../catalog/chosen-options.ts'
import { sizeLabel } from '../catalog/gold-size-name.ts'

/** A line of the cart, as kept in the browser under the key `cart` [CART-10, CART-11]. */
export type CartItem = {
  id: string
  name: string
  /** Dollars as a string number; what the shopper last saw, never what is charged. */
  price: string
  images: { src: string }[]
  /** Only the chosen `Gold Size: …` attribute [D2]. */
  attributes: { name: string }[]
  quantity: number
  /** What the price was made of, so that the cart can say what changed; missing in older carts. */
  seen?: PriceBasis
  /** `19 × 19 mm`, as on the page it came from. */
  measures?: string
  /** What is engraved on each piece of the line; its fee is in the price. */
  engraving?: string
  /** What was chosen beside the size; what that adds is in the price. Missing: nothing. */
  options?: readonly ChosenOption[]
}

/** Weight, flat fee, price per gram, and the fee of an engraving, as decimals. */
export type PriceBasis = { grams: string; fee: string; perGram: string; engraving?: string }

/** A unit price as the shop last gave it. */
export type NewPrice = { price: string; seen?: PriceBasis }

export type Cart = { items: CartItem[]; isOpen: boolean }

export const cartStorageKey = 'cart'
export const emptyCart: Cart = { items: [], isOpen: false }
export const maxQuantity = 99

/** The size a line was chosen in, or null [CART-02]. */
export function itemSize(item: Pick<CartItem, 'attributes'>): string | null {
  for (const attribute of item.attributes) {
    const label = sizeLabel(attribute)
    if (label) return label
  }
  return null
}

/** Two sizes of one product are two lines [D2], two engravings [ENGRAVE-05], and two choices [OPTION-05]. */
export function itemKey(
  item: Pick<CartItem, 'id' | 'attributes' | 'engraving' | 'options'>,
): string {
  return lineKey(item.id, itemSize(item), item.engraving, item.options)
}

export function lineKey(
  productId: string,
  size: string | null,
  engraving?: string,
  options?: readonly ChosenOption[],
): string {
  return JSON.stringify([productId, size, engraving || null, ...optionsKey(options)])
}

export type CartAction =
  | { type: 'add'; item: Omit<CartItem, 'quantity'> }
  | { type: 'remove'; key: string }
  | { type: 'set quantity'; key: string; quantity: number }
  | { type: 'toggle' }
  | { type: 'close' }
  | { type: 'clear' }
  | { type: 'restore'; items: CartItem[] }
  /** What is left of the items, by a rule that is fetched when it is needed. */
  | { type: 'leave'; of: (items: readonly CartItem[]) => CartItem[] }
  /** Unit prices by key for the lines asked about; null for one that is no longer sold. */
  | { type: 'reprice'; prices: ReadonlyMap<string, NewPrice | null> }

/** The life of a cart (specification, section 4). */
export function cartReducer(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'add': {
      const key = itemKey(action.item)
      const present = cart.items.some((item) => itemKey(item) === key)
      const items = present
        ? cart.items.map((item) =>
            itemKey(item) === key
              ? { ...item, ...action.item, quantity: Math.min(item.quantity + 1, maxQuantity) }
              : item,
          )
        : [...cart.items, { ...action.item, quantity: 1 }]
      return { items, isOpen: true }
    }
    case 'remove':
      return { ...cart, items: cart.items.filter((item) => itemKey(item) !== action.key) }
    case 'set quantity': {
      if (!Number.isInteger(action.quantity)) return cart
      if (action.quantity < 1) return cartReducer(cart, { type: 'remove', key: action.key })
      const quantity = Math.min(action.quantity, maxQuantity)
      return {
        ...cart,
        items: cart.items.map((item) =>
          itemKey(item) === action.key ? { ...item, quantity } : item,
        ),
      }
    }
    case 'toggle':
      return { ...cart, isOpen: !cart.isOpen }
    case 'close':
      return cart.isOpen ? { ...cart, isOpen: false } : cart
    case 'clear':
      return { ...cart, items: [] }
    case 'restore':
      return { ...cart, items: action.items }
    case 'leave':
      return { ...cart, items: action.of(cart.items) }
    case 'reprice':
      return {
        ...cart,
        items: cart.items.flatMap((item) => {
          const now = action.prices.get(itemKey(item))
          // A line that was not asked about came in in the meantime, and stays as it is.
          if (now === undefined) return [item]
          return now === null ? [] : [{ ...item, ...now }]
        }),
      }
  }
}

export function pieces(items: readonly CartItem[]): number {
  return items.reduce((count, item) => count + item.quantity, 0)
}
