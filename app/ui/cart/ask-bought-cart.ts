import { readBoughtCart } from '#app/contracts/cart/bought-cart.ts'
import type { BoughtLine } from '#app/domain/cart/bought.ts'
import type { CartControls } from './cart-context.tsx'
import { postJson } from './post-json.ts'
import { takeBought } from './take-mark.ts'

const timeoutMs = 15_000
let isAsking = false

/** Asks the shop about the quote that the cart went to pay for, once at a time [CART-17]. */
export async function takeOutPaid(quote: string, leave: CartControls['leave']): Promise<void> {
  if (isAsking) return
  isAsking = true
  const lines = await askBoughtCart(quote)
  isAsking = false
  if (lines) takeBought({ quote, lines }, leave)
}

/** What the order of this quote bought; null while it is not known to be paid. Never throws. */
async function askBoughtCart(quote: string): Promise<BoughtLine[] | null> {
  try {
    const body = JSON.stringify({ quote })
    const asked = { timeoutMs, signal: undefined }
    const { ok, json } = await postJson(fetch, '/api/bought-cart', body, asked)
    return ok ? readBoughtCart(json) : null
  } catch {
    return null
  }
}
