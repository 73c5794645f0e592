import { type CartItem, itemKey, maxQuantity } from '#app/domain/cart/cart.ts'

// Without Zod: it is read before a page answers to anybody, and Zod is loaded later.
type Fields = Readonly<Record<string, unknown>>

function hasTexts(value: unknown, names: readonly string[]): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  return names.every((name) => typeof (value as Fields)[name] === 'string')
}

function isListOf(value: unknown, ...names: string[]): boolean {
  return Array.isArray(value) && value.every((each) => hasTexts(each, names))
}

/** An item of the cart; it may have further fields, of older or newer carts. */
function isItem(value: unknown): value is CartItem {
  if (!hasTexts(value, ['id', 'name', 'price'])) return false
  const { images, attributes, quantity, engraving = '', options = [] } = value
  return (
    isListOf(images, 'src') &&
    isListOf(attributes, 'name') &&
    typeof engraving === 'string' &&
    isListOf(options, 'name', 'choice') &&
    Number.isInteger(quantity) &&
    (quantity as number) >= 1 &&
    (quantity as number) <= maxQuantity
  )
}

/**
 * The saved cart, or null where it is corrupt [CART-12]: not JSON, not a list, with a line that
 * misses what a line needs, or with one item on two lines.
 */
export function parseSavedCart(json: string): CartItem[] | null {
  try {
    const saved: unknown = JSON.parse(json)
    if (!Array.isArray(saved) || !saved.every(isItem)) return null
    if (new Set(saved.map(itemKey)).size !== saved.length) return null
    // As it was written, so that a cart that did not change is not written again.
    return saved.map(({ seen, ...item }, at) =>
      hasTexts(seen, ['grams', 'fee', 'perGram']) ? (saved[at] ?? item) : item,
    )
  } catch {
    return null
  }
}
