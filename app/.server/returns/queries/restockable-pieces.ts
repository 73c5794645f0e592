import { type Claim, claimsOfOrder } from '#app/.server/inventory/reservations.ts'
import { type Parcel, refundedHereOf } from '#app/.server/orders/parcels.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { returnsOfOrder } from '../returns.ts'

/** `here`: how many of its sold pieces the shop has again, or never sent and refunded. */
export type ClaimHere = Claim & { here: number }

type Line = { productId: string; size: string; quantity: number }

/**
 * The counted pieces of an order, with how many of each may be put on sale again [STOCK-14]: those whose
 * return was received and not refused, and those refunded before they were sent. A refund of a sum or of
 * missing gold leaves its piece with the buyer.
 */
export async function claimsHere(
  orm: Orm,
  order: OrderRow,
  lines: readonly Line[],
  parcels: readonly Parcel[],
): Promise<ClaimHere[]> {
  const claims = await claimsOfOrder(orm, order.id)
  if (claims.length === 0) return []
  const received = (await returnsOfOrder(orm, order.id))
    .filter(({ state, receivedAt }) => receivedAt !== null && state !== 'refused')
    .flatMap(({ pieces }): Pieces[] => pieces)
  const here = [...received, ...(await refundedHereOf(orm, order, lines, parcels))]
  return claims.map((claim) => {
    const positions = positionsOf(claim, lines)
    const count = here
      .filter(({ line }) => positions.includes(line))
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return { ...claim, here: Math.min(claim.quantity, count) }
  })
}

/** The lines it was counted for: of a size that was renamed since, those of its product. */
function positionsOf({ productId, label }: Claim, lines: readonly Line[]): number[] {
  const positions = (isOf: (line: Line) => boolean) =>
    lines.flatMap((line, position) => (isOf(line) ? [position] : []))
  const named = positions((line) => line.productId === productId && line.size === label)
  return named.length > 0 ? named : positions((line) => line.productId === productId)
}
