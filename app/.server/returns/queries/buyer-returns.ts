import type { AppContext } from '#app/.server/app-context.ts'
import { partsOfReturn, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { isConfirmed } from '#app/.server/orders/order-link.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { formatPieces, parcelLink, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import type { OrderReturn } from '../returns.ts'

/** With the confirmation of the page it is on, so that nobody asks for a second email. */
export function returnPath(
  app: AppContext,
  { id, token }: Pick<OrderRow, 'id' | 'token'>,
  confirmed: string | null,
): string {
  const search = isConfirmed(app, id, confirmed)
    ? `?${new URLSearchParams({ confirmed: confirmed ?? '' })}`
    : ''
  return `/order/${token}/return${search}`
}

/** A return as its buyer sees it, also by a link that was handed on: nothing of who or why. */
export async function buyerReturns(
  orm: Orm,
  orderId: string,
  returns: readonly OrderReturn[],
  lines: readonly { name: string; size: string }[],
) {
  const refunds = returns.length > 0 ? await refundsOfOrder(orm, orderId) : []
  return returns.map((each) => {
    const moving = partsOfReturn(refunds, each.refundId).filter(
      ({ state }) => state === 'pending' || state === 'succeeded',
    )
    return {
      id: each.id,
      state: each.state,
      pieces: formatPieces(each.pieces, lines),
      askedAt: each.askedAt,
      instructions: each.instructions,
      tracking: followed(each.carrier, each.tracking),
      // Why staff called it off is theirs.
      refusal: each.state === 'refused' ? each.closedWhy : '',
      again: followed(each.againCarrier, each.againTracking),
      wasHere: each.receivedAt !== null,
      refunded:
        moving.length > 0 ? sumCents(moving.map(({ amountCents }) => cents(amountCents))) : null,
    }
  })
}

export type BuyerReturn = Awaited<ReturnType<typeof buyerReturns>>[number]

function followed(carrier: OrderReturn['carrier'], tracking: string) {
  if (carrier === null || tracking === '') return null
  return { text: trackingText({ carrier, tracking }), href: parcelLink({ carrier, tracking }) }
}
