import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
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
  const [found] = await rows<{ id: string; number: string }>(
    tx,
    sql`select h.trade_in_id as id, orders.number from hand_payments h join orders on orders.id = h.order_id
      where 'hand_' || h.id = ${reference} and h.trade_in_id is not null`,
  )
  if (!found) return
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
