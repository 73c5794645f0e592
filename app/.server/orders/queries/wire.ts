import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { lateWiresOf } from '../late-wires.ts'

/** What came of a wire so far, and what is missing; null for any other way to pay. */
export async function wireOf(orm: Orm, order: OrderRow) {
  if (order.payBy !== 'wire') return null
  const { paid, refunded } = await balanceOfOrder(orm, order.id)
  const isPending = order.state === 'pending'
  // What was sent back before the order was paid is missing again; what came too late pays nothing.
  const received = isPending
    ? cents(Math.max(0, paid - refunded - (await lateWiresOf(orm, order))))
    : paid
  const { totalCents, withTax, pageTaxCents, expiresAt: until } = order
  const missing = cents(Math.max(0, totalCents + (pageTaxCents ?? 0) - received))
  return { received, missing, isTaxKnown: !withTax || pageTaxCents !== null, until }
}

export type Wire = NonNullable<Awaited<ReturnType<typeof wireOf>>>
