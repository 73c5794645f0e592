import type { AppContext } from '#app/.server/app-context.ts'
import { moneyOfOrder } from '#app/.server/ledger/refunds.ts'
import { changeOrderIn } from '#app/.server/orders/change-order.ts'
import {
  changeWeighed,
  type WeighedItem,
  weighedItemsOf,
} from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type Cents, cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import { planRefund } from '#app/domain/refunds/plan-refund.ts'
import { refundableLines } from './queries/order-refunds.ts'

type GoldDue = { item: WeighedItem; amount: Cents }

/** Gold missing in pieces of an order that the shop did not refund, each with the sum that it asks for. */
export async function goldDueOffline(tx: Orm, orderId: string): Promise<GoldDue[]> {
  const open = (await weighedItemsOf(tx, orderId)).filter(({ problem }) => problem !== null)
  if (open.length === 0) return []
  const lines = await refundableLines(tx, orderId)
  const money = await moneyOfOrder(tx, orderId)
  return open.flatMap((item) => {
    const goods = cents(item.missing - item.settled)
    const plan = planRefund({ of: 'gold', position: item.line, goods }, lines, money)
    return 'refused' in plan ? [] : [{ item, amount: plan.amount }]
  })
}

/**
 * A manual refund of exactly the sum that one piece asks for, or all of them together, settles it
 * [WEIGH-17]. Of an order that the caller has locked; `due` is from before the refund.
 */
export async function resolveMissingGold(
  tx: Orm,
  app: AppContext,
  due: readonly GoldDue[],
  { id, by }: { id: string; by: string },
  refunded: Cents,
): Promise<void> {
  // The share of the tax is rounded again after each refund, so a cent for each piece is no difference.
  const isFor = (some: readonly GoldDue[]) =>
    Math.abs(sumCents(some.map(({ amount }) => amount)) - refunded) <= some.length
  const one = due.find((each) => isFor([each]))
  const settled = one ? [one] : isFor(due) ? due : []
  for (const { item } of settled) {
    const why = `The gold missing from ${item.serial} was resolved by the refund of ${formatCents(refunded)}.`
    await changeOrderIn(tx, app, { id, by }, async ({ order, save }) => {
      await changeWeighed(tx, order.id, item, { settledCents: item.missing, problem: null })
      await save({ why, audit: { action: 'order.weight_settled', facts: { reason: why } } })
    })
  }
}
