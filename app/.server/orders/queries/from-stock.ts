import { claimsOfOrder } from '#app/.server/inventory/reservations.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'

/**
 * Whether every piece of an order was there, counted, when it was sold, and none has to be
 * engraved: nothing of it must be made.
 */
export async function isFromStock(
  orm: Orm,
  orderId: string,
  lines: readonly { quantity: number; engraving?: unknown }[],
): Promise<boolean> {
  if (lines.some(({ engraving }) => Boolean(engraving))) return false
  const taken = (await claimsOfOrder(orm, orderId)).filter(({ state }) => state !== 'released')
  const sum = (all: readonly { quantity: number }[]) =>
    all.reduce((pieces, { quantity }) => pieces + quantity, 0)
  return sum(taken) >= sum(lines)
}
