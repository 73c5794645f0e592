import * as z from 'zod/mini'
import type { BoughtLine } from '#app/domain/cart/bought.ts'

const line = z.object({
  productId: z.string(),
  size: z.string(),
  quantity: z.int().check(z.positive()),
  engraving: z.optional(z.string()),
  options: z.optional(z.array(z.object({ name: z.string(), choice: z.string() }))),
})

/** The answer of POST /api/bought-cart: what was bought; null while nothing is. */
const boughtCartAnswer = z.object({ lines: z.nullable(z.array(line)) })

/** Null also where the answer is anything else: the cart then stays as it is. */
export function readBoughtCart(json: unknown): BoughtLine[] | null {
  return boughtCartAnswer.safeParse(json).data?.lines ?? null
}
