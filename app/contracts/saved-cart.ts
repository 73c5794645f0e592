// zod/mini: every public page carries this, and whole Zod is several times its size.
import * as z from 'zod/mini'
import { type CartItem, itemKey, maxQuantity } from '#app/domain/cart/cart.ts'

const text = z.string()
const priceBasis = z.object({ grams: text, fee: text, perGram: text })

/** The cart as the browser keeps it; further fields, of older or newer carts, stay in it. */
const savedCart = z
  .array(
    z.looseObject({
      id: text,
      name: text,
      price: text,
      images: z.array(z.looseObject({ src: text })),
      attributes: z.array(z.looseObject({ name: text })),
      quantity: z.int().check(z.minimum(1), z.maximum(maxQuantity)),
    }),
  )
  .check(z.refine((items) => new Set(items.map(itemKey)).size === items.length))

/**
 * The saved cart, or null where it is corrupt [CART-12]: not JSON, not a list, with a line that
 * misses what a line needs, or with one item on two lines.
 */
export function parseSavedCart(json: string): CartItem[] | null {
  try {
    const saved: CartItem[] = JSON.parse(json)
    savedCart.parse(saved)
    // As it was written, so that a cart that did not change is not written again.
    return saved.map(({ seen, ...item }, at) =>
      priceBasis.safeParse(seen).success ? (saved[at] ?? item) : item,
    )
  } catch {
    return null
  }
}
