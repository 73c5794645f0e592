import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { partsOfReturn, type RefundRow, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { worstState } from '#app/domain/refunds/refund-state.ts'
import { isWithin, sentWeights, weightDifference } from '#app/domain/returns/return.ts'
import { returnableOf } from '../returnable.ts'
import type { OrderReturn, ReturnedPieces } from '../returns.ts'

/** Of all the payments it is refunded over. */
function refundOf(refunds: readonly RefundRow[], { refundId }: Pick<OrderReturn, 'refundId'>) {
  const parts = partsOfReturn(refunds, refundId)
  if (parts.length === 0) return null
  return {
    amount: sumCents(parts.map(({ amountCents }) => cents(amountCents))),
    state: worstState(parts.map(({ state }) => state)),
  }
}

/** The returns of an order, for the screen of staff; null for no order. */
export async function orderReturns(app: AppContext, orderId: string) {
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'id', orderId)
    if (!order) return null
    const { lines, returns, pieces } = await returnableOf(orm, order, app.now())
    const { instructions, tolerance } = await returnTermsSetting.stored(orm)
    const refunds = returns.length > 0 ? await refundsOfOrder(orm, orderId) : []
    const sent = (await weighedItemsOf(orm, orderId)).filter(({ parcelId }) => parcelId !== null)
    const lineOf = (each: ReturnedPieces) => {
      const found = lines.find(({ position }) => position === each.line)
      if (!found) return []
      const weight = found.weightMg as Milligrams
      const { quantity, weighedMg } = each
      const actual = sent.filter((item) => item.line === each.line).map((item) => item.actual)
      const weights = sentWeights(weight, quantity, actual)
      const wasWeighed = actual.length >= quantity
      const difference = weighedMg === null ? null : weightDifference(weights, weighedMg)
      const { name, size, options, engraving } = found
      const isOff = difference !== null && !isWithin(difference, tolerance)
      return [
        {
          ...each,
          name,
          size,
          options,
          engraving,
          /** Weights are of all its pieces. What they weighed when they were sent: any of the pieces may be those. */
          sold: (weight * quantity) as Milligrams,
          ...weights,
          wasWeighed,
          /** The scale less what was sent, in mg; null until it was weighed. */
          difference,
          isOff,
        },
      ]
    }
    return {
      returns: returns.map(({ pieces: back, ...each }) => {
        return { ...each, lines: back.flatMap(lineOf), refund: refundOf(refunds, each) }
      }),
      pieces,
      instructions,
      tolerance,
      key: randomUUID(),
    }
  })
}

export type StaffReturn = OrderReturns['returns'][number]

export type OrderReturns = NonNullable<Awaited<ReturnType<typeof orderReturns>>>
