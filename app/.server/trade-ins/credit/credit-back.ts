import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { taxesWithCredits } from '#app/.server/orders/staff-order-details.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { lockTradeIn, tradeInChanger } from '../change-trade-in.ts'

/**
 * What an order used of a credit comes back as credit when it is refunded, and never as money: it was paid in gold
 * [TRADE-12]. It lasts as long as a new one. `reference`: of the payment that is refunded, in the ledger.
 */
export async function creditComesBack(
  tx: Orm,
  app: Pick<AppContext, 'now'>,
  { reference, amount, by }: { reference: string; amount: Cents; by: string },
): Promise<void> {
  const [found] = await rows<{ id: string; number: string; orderId: string }>(
    tx,
    sql`select h.trade_in_id as id, orders.number, orders.id as "orderId" from hand_payments h join orders on orders.id = h.order_id
      where 'hand_' || h.id = ${reference} and h.trade_in_id is not null`,
  )
  if (!found) return
  await taxWithout(tx, found.orderId)
  const row = await lockTradeIn(tx, 'id', found.id)
  const { creditDays } = await tradeInTermsSetting.stored(tx)
  const { at, save } = tradeInChanger(tx, app, row, { actor: 'staff', by })
  await save({
    ...(row.state === 'done' && { to: 'agreed' }),
    columns: { creditUntil: new Date(at.getTime() + creditDays * 86_400_000) },
    why: `${formatCents(amount)} came back as credit: order ${found.number} was refunded.`,
    email: 'trade-in-credit-owner',
  })
}

/** An order that is still to be paid is taxed without the credit again; the caller has locked it. */
async function taxWithout(tx: Orm, orderId: string): Promise<void> {
  const order = await findOrder(tx, 'id', orderId)
  const { taxRate: rate = null, taxState: state = null } = order ?? {}
  if (order?.state !== 'pending' || rate === null || state === null) return
  const taxCents = sumOfTaxes(await taxesWithCredits(tx, orderId, { rate, state }))
  await tx.update(orders).set({ taxCents }).where(eq(orders.id, orderId))
}
