import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { handPayments } from '#app/.server/platform/db/staff-order-schema.ts'
import { byHand, type HandKind } from '#app/domain/payments/hand-payment.ts'
import type { PayBy } from '#app/domain/pricing/bank-price.ts'
import type { OrderRow } from '../transition.ts'

/**
 * What an order was paid by so far, each once: a cash sale at the price by bank is cash [BANK-17]. One of the
 * web is paid the way its buyer chose; one of staff that nothing came for, in no way yet.
 */
export async function paidByOf(
  orm: Orm,
  { id, origin, payBy }: Pick<OrderRow, 'id' | 'origin' | 'payBy'>,
  entries: readonly { kind: string; provider: string }[],
): Promise<(PayBy | HandKind)[]> {
  if (origin === 'web') return [payBy]
  const taken = await orm
    .select({ kind: handPayments.kind })
    .from(handPayments)
    .where(eq(handPayments.orderId, id))
    .orderBy(asc(handPayments.at))
  const isOnline = entries.some(
    ({ kind, provider }) => (kind === 'payment' || kind === 'attached') && provider !== byHand,
  )
  return [...new Set([...taken.map(({ kind }) => kind), ...(isOnline ? [payBy] : [])])]
}
