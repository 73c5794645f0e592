import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import type { RiskType } from '#app/domain/payments/dispute.ts'
import { recordStep } from '../change-trade-in.ts'

type Credit = { id: string; number: number; used: number }

/**
 * A dispute is about the money of an order that a credit paid in part. The credit was paid in gold, which no bank
 * reverses: it stays used for the order until staff refund that, and its case says so [TRADE-21].
 */
export async function noteDisputeOfCredit(
  tx: Orm,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  { type, at, by }: { type: string; at: Date; by: string },
): Promise<void> {
  const says = words[type as RiskType]
  if (!says) return
  const credits = await rows<Credit>(
    tx,
    sql`select t.id, t.number, sum(e.payments)::float8 as used
      from hand_payments h join trade_ins t on t.id = h.trade_in_id
        join ledger_entries e on e.reference = 'hand_' || h.id and e.kind in ('payment', 'refund')
      where h.order_id = ${id} group by t.id, t.number having sum(e.payments) > 0`,
  )
  for (const { used, ...tradeIn } of credits) {
    const why = says(`order ${number}`, formatCents(cents(used)))
    await recordStep(tx, tradeIn, { at, actor: 'shop', by, state: null, why })
  }
}

type Says = (order: string, credit: string) => string

const opened: Says = (order, credit) =>
  `The bank is disputing the payment for ${order}. The credit of ${credit} stays applied to the order, which can’t be refunded until the bank decides.`
const won: Says = (order, credit) =>
  `The dispute over ${order} ended in our favor. The credit of ${credit} stays applied to the order.`

const words: Partial<Record<RiskType, Says>> = {
  'dispute open': opened,
  'inquiry open': opened,
  'dispute won': won,
  'inquiry closed': won,
  'dispute lost': (order, credit) =>
    `The dispute over ${order} was lost. The bank took back only its own payment: the credit of ${credit} stays applied to the order. If you refund the order, it comes back as credit.`,
}
