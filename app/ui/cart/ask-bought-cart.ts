import { readBoughtCart } from '#app/contracts/cart/bought-cart.ts'
import type { BoughtLine } from '#app/domain/cart/cart.ts'
import { postJson } from './post-json.ts'

const timeoutMs = 15_000

/** What the order of this quote bought; null while it is not known to be paid. Never throws. */
export async function askBoughtCart(
  fetchFrom: typeof fetch,
  quote: string,
): Promise<BoughtLine[] | null> {
  try {
    const body = JSON.stringify({ quote })
    const asked = { timeoutMs, signal: undefined }
    const { ok, json } = await postJson(fetchFrom, '/api/bought-cart', body, asked)
    return ok ? readBoughtCart(json) : null
  } catch {
    return null
  }
}
