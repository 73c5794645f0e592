import { eq } from 'drizzle-orm'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { cents } from '#app/domain/money/cents.ts'
import { whyTaxIsDoubted } from '#app/domain/tax/expected-tax.ts'
import { nontaxable } from '#app/domain/tax/sales-tax.ts'
import { taxOfSale } from '../ledger/repository.ts'
import { updateOrder } from '../orders/transition.ts'
import type { Orm } from '../platform/db/database.ts'
import { placeOfSale } from '../platform/db/place-of-sale.ts'
import { type OrderRow, orderLines, orders } from '../platform/db/schema.ts'
import { openHold } from './holds.ts'

async function placeOfSaleOf(tx: Orm, id: string): Promise<string | null> {
  const [order] = await tx.select({ state: placeOfSale() }).from(orders).where(eq(orders.id, id))
  return (order?.state as string | undefined) || null
}

/** An order that was just paid: one whose sales tax contradicts the settings is looked at first [TAX-09]. */
export async function holdIfTaxDoubted(
  tx: Orm,
  order: OrderRow,
  { at, status }: { at: Date; status?: string | null | undefined },
): Promise<OrderRow> {
  if (!order.withTax) return order
  const { enabled, states } = await salesTaxSetting.stored(tx)
  const lines = await tx
    .select({ code: orderLines.taxCode })
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
  const reason = whyTaxIsDoubted({
    withTax: order.withTax,
    goods: cents(order.totalCents),
    charged: await taxOfSale(tx, order.id),
    state: await placeOfSaleOf(tx, order.id),
    registered: enabled ? states : [],
    isTaxable: lines.some(({ code }) => code !== nontaxable),
    status,
  })
  if (!reason) return order
  await openHold(tx, order.id, { kind: 'sales tax', object: '', reason, at })
  const change = { at, actor: 'system', by: 'the shop', why: `Held back: ${reason}` } as const
  // The email to staff that it is paid says so too.
  return updateOrder(tx, order, change, {})
}
