import { linesOfOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type LineTax, trialTaxes } from '#app/domain/tax/sales-tax.ts'

/** What a test payment charges for an order that goes to this state; null where it has no tax [TAX-07]. */
export async function trialTaxesOf(
  orm: Orm,
  order: Pick<OrderRow, 'id' | 'withTax'>,
  state: string,
): Promise<LineTax[] | null> {
  if (!order.withTax) return null
  const lines = await linesOfOrder(orm, order.id)
  const totals = lines.map((line) => cents(line.lineTotalCents - line.discountCents))
  return trialTaxes(totals, state, (await salesTaxSetting.stored(orm)).states)
}
