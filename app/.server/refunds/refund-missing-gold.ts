import { and, eq } from 'drizzle-orm'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { changeWeighed, type WeighedItem } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { weighings } from '#app/.server/platform/db/weighing-schema.ts'
import { type PricePerGram, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import { formatOff } from '#app/domain/weighing/evaluate-weight.ts'
import { lightRefundNote } from '#app/domain/weighing/refund-note.ts'
import type { AppContext } from '../app-context.ts'
import { requestRefund } from './commands/refund-order.ts'

/**
 * Asks for the refund of the gold missing in one item of an order that the caller has locked, and notes it
 * on the item [WEIGH-03]. Its key is made of item and weighing, so it is made once. Throws where the refund
 * is refused; nothing was written then.
 */
export async function refundMissingGold(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  found: WeighedItem,
): Promise<RefundRow> {
  const { line: position, item, nth, serial, sold, actual, missing, settled } = found
  const line = (await linesOfOrder(tx, order.id)).find((each) => each.position === position)
  if (!line) throw new RangeError('A weighed item is of no line')
  const perGram = parsePerGram(line.pricePerGram) as PricePerGram
  const { name, size } = line
  const [refund] = await requestRefund(tx, app, order, {
    key: `weighing:${order.id}:${position}:${item}:${nth}`,
    payment: null,
    wish: { of: 'gold', position, goods: cents(missing - settled) },
    reason: `${serial} weighs ${formatOff(sold, actual)}.`,
    note: ({ amount, credit }) =>
      lightRefundNote({ ...found, name, size, perGram, back: { ...credit, amount } }),
    at: app.now(),
    actor: 'system',
    by: found.weighedBy,
  })
  if (!refund) throw new RangeError('A refund of gold has no part')
  await changeWeighed(tx, order.id, found, {
    settledCents: missing,
    problem: null,
    waits: null,
    refundAt: null,
  })
  await tx
    .update(weighings)
    .set({ refundId: refund.id })
    .where(
      and(
        eq(weighings.orderId, order.id),
        eq(weighings.line, position),
        eq(weighings.item, item),
        eq(weighings.nth, nth),
      ),
    )
  return refund
}
