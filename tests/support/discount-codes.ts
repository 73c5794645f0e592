import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { saveDiscountCode } from '#app/.server/discounts/commands/save-discount-code.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { discountForms } from '#app/contracts/discounts/discount-code.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import type { PlacedOrder } from '#tests/support/orders.ts'
import { checkout } from '#tests/support/selling-shop.ts'

/** A code as an owner types it: 10% off the fee, unless the test is about another. */
export async function makeCode(app: AppContext, typed: Record<string, string> = {}): Promise<void> {
  const form = discountForms.save.parse({
    ...{ code_id: '', revision: '', code: 'SUMMER-10', kind: 'percent', value: '10', pieces: '' },
    ...typed,
  })
  await saveDiscountCode(app, { ...form, by: 'ann@example.com' })
}

/** The order that a quote becomes. */
export async function ordered(app: AppContext, answer: QuoteResponse): Promise<PlacedOrder> {
  const { url } = await placeOrder(app, checkout(answer))
  const [order] = (await app.db.orm?.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!order) throw new Error('no order was placed')
  return order
}
