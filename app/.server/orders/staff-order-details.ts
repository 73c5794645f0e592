import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { stageAfterPayment } from '#app/domain/draft-orders/custom-work.ts'
import { type AgreedTax, agreedTaxes } from '#app/domain/draft-orders/draft-order.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { LineTax } from '#app/domain/tax/sales-tax.ts'
import { taxableAfterCredit } from '#app/domain/trade-ins/money.ts'
import { balanceOfOrder } from '../ledger/repository.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { customWork } from '../platform/db/draft-order-schema.ts'
import { storeLineTaxes } from '../tax/line-taxes.ts'
import { linesOfOrder } from './repository.ts'

/** The details kept with an order that staff made. */

export type CustomWorkRow = typeof customWork.$inferSelect

export async function customWorkOf(orm: Orm, orderId: string): Promise<CustomWorkRow | null> {
  const [work] = await orm.select().from(customWork).where(eq(customWork.orderId, orderId))
  return work ?? null
}

/** Whether the total is final; of custom work whose gold is fixed at delivery it is an estimate until then. */
export async function isGoldFixed(orm: Orm, orderId: string): Promise<boolean> {
  const work = await customWorkOf(orm, orderId)
  return work === null || work.fixedAt !== null
}

/**
 * Once the deposit is paid, custom work is at that stage, whichever way the money came [SALE-08].
 */
export async function followCustomWork(
  tx: Orm,
  { id }: Pick<OrderRow, 'id'>,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const work = await customWorkOf(tx, id)
  if (!work) return
  const { paid, refunded } = await balanceOfOrder(tx, id)
  const stage = stageAfterPayment(work.stage, {
    received: cents(paid - refunded),
    deposit: cents(work.depositCents),
  })
  if (stage === work.stage) return
  await tx
    .update(customWork)
    .set({ stage, stageAt: at, stageBy: by })
    .where(eq(customWork.orderId, id))
}

/** The tax that staff agreed to, line by line, once the order is sold; the caller has locked its row. */
export async function storeAgreedTaxes(tx: Orm, order: OrderRow, at: Date): Promise<void> {
  const { taxRate: rate, taxState: state } = order
  if (rate === null || state === null) return
  await storeLineTaxes(tx, order, await taxesWithCredits(tx, order.id, { rate, state }), at)
}

/**
 * The agreed tax of each line, less the credits of trade-ins that reduce the taxable amount [TRADE-12]. `more`: a
 * credit that is used just now.
 */
export async function taxesWithCredits(
  tx: Orm,
  orderId: string,
  tax: AgreedTax,
  more: Cents = cents(0),
): Promise<LineTax[]> {
  const lines = await linesOfOrder(tx, orderId)
  const due = lines.map((line) => cents(line.lineTotalCents - line.discountCents))
  const credit = cents((await taxReducingCreditCents(tx, orderId)) + more)
  return agreedTaxes(taxableAfterCredit(due, credit), tax)
}

/** By the ledger, so that what came back as credit no longer reduces anything. */
async function taxReducingCreditCents(orm: Orm, orderId: string): Promise<Cents> {
  const [found] = await rows<{ cents: number }>(
    orm,
    sql`select coalesce(sum(e.payments), 0)::float8 as cents
      from hand_payments h join ledger_entries e on e.reference = 'hand_' || h.id
      where h.order_id = ${orderId} and h.reduces_tax and e.kind in ('payment', 'refund')`,
  )
  return cents(found?.cents ?? 0)
}
