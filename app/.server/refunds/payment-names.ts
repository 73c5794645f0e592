import { eq } from 'drizzle-orm'
import { entriesOfOrder } from '#app/.server/ledger/repository.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { offlineReference } from '#app/domain/payments/offline-payment.ts'
import { nameOfPayment } from '#app/domain/payments/payment-name.ts'
import { isCashBalance } from '#app/domain/refunds/refundable-payment.ts'

/** What staff call each payment of an order, by the provider's id of it. */
export async function paymentNamesOf(
  orm: Orm,
  { id, payBy }: Pick<OrderRow, 'id' | 'payBy'>,
): Promise<(reference: string) => string> {
  const entries = (await entriesOfOrder(orm, id)).filter(
    ({ kind }) => kind === 'payment' || kind === 'attached',
  )
  const byHand = await orm.select().from(offlinePayments).where(eq(offlinePayments.orderId, id))
  const byHandReferences = new Set<string | null>(byHand.map((each) => offlineReference(each.id)))
  return (reference) => {
    const taken = byHand.find((each) => offlineReference(each.id) === reference)
    if (taken) return nameOfPayment(taken.kind, taken.receivedOn)
    if (isCashBalance(reference)) return nameOfPayment('cash balance', null)
    const entry = entries.find((each) => each.reference === reference)
    if (!entry) return nameOfPayment(payBy, null)
    const day = shopDay(entry.at)
    const sameDay = entries.filter(
      (each) => shopDay(each.at) === day && !byHandReferences.has(each.reference),
    )
    const name = nameOfPayment(payBy, day)
    if (sameDay.length === 1) return name
    return `${name} (${sameDay.indexOf(entry) + 1} of ${sameDay.length})`
  }
}
