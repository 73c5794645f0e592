import { entriesOfOrder } from '#app/.server/ledger/repository.ts'
import { customWorkOf } from '#app/.server/orders/staff-order-details.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { balanceOf } from '#app/domain/ledger/ledger.ts'
import { cents } from '#app/domain/money/cents.ts'
import { staffDue } from '#app/domain/payments/offline-payment.ts'
import type { PartFacts } from './templates/order-facts.ts'

/** What a payment of a draft order paid, and what was left after it: the ledger as far as that payment. */
export async function readPartFacts(
  orm: Orm,
  order: OrderRow,
  reference: string,
): Promise<PartFacts | null> {
  const entries = await entriesOfOrder(orm, order.id)
  const at = entries.findLastIndex(
    (entry) =>
      (entry.kind === 'payment' || entry.kind === 'attached') && entry.reference === reference,
  )
  const payment = entries[at]
  if (!payment) return null
  const amount = cents(0 - (payment.postings.receivable ?? 0))
  const { paid, refunded } = balanceOf(entries.slice(0, at + 1))
  const received = cents(paid - refunded)
  const work = await customWorkOf(orm, order.id)
  const money = { total: cents(order.totalCents), tax: cents(order.taxCents), received }
  const { left, depositLeft } = staffDue(money, work && cents(work.depositCents))
  return {
    amount,
    received,
    left: work?.fixedAt === null ? null : left,
    deposit: work && {
      isReached: depositLeft === 0 && received - amount < work.depositCents,
      left: depositLeft ?? cents(0),
      request: work.request,
    },
  }
}
