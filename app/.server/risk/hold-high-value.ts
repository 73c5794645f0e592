import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import { cents } from '#app/domain/money/cents.ts'
import { highValueReason } from '#app/domain/risk/high-value.ts'
import { updateOrder } from '../orders/transition.ts'
import type { Orm } from '../platform/db/database.ts'
import { openHold } from './holds.ts'

/** An order that was just paid: one of a high value is looked at before it is sent [HOLD-04]. */
export async function holdIfHighValue(
  tx: Orm,
  order: OrderRow,
  { at, billedIn }: { at: Date; billedIn: string | null },
): Promise<OrderRow> {
  const sale = {
    total: cents(order.totalCents),
    shipsTo: order.shippingAddress?.country ?? null,
    billedIn,
  }
  const reason = highValueReason(sale, await riskSetting.stored(tx))
  if (!reason) return order
  await openHold(tx, order.id, { kind: 'high value', object: '', reason, at })
  const change = { at, actor: 'system', by: 'the shop', why: `Held back: ${reason}` } as const
  // The mail to staff that it is paid says so too.
  return updateOrder(tx, order, change, {})
}
