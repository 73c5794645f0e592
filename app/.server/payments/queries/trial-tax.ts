import { linesOfOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type LineTax, trialTaxes } from '#app/domain/tax/sales-tax.ts'

/**
 * What a test payment charges for an order that goes to this state, or whose buyer lives there if it is picked up;
 * null where it has no tax [TAX-07].
 */
export async function trialTaxesOf(
  orm: Orm,
  order: Pick<OrderRow, 'id' | 'withTax' | 'shippingCents' | 'shippingMethod'>,
  state: string,
): Promise<LineTax[] | null> {
  if (!order.withTax) return null
  const lines = await linesOfOrder(orm, order.id)
  const totals = lines.map((line) => cents(line.lineTotalCents - line.discountCents))
  // No state of another country is one where the shop is registered.
  if (order.shippingMethod === 'international') return []
  const shipping = cents(order.shippingCents)
  return trialTaxes(totals, { state, shipping }, (await salesTaxSetting.stored(orm)).states)
}
