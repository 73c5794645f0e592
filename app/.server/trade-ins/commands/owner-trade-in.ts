import type { AppContext } from '#app/.server/app-context.ts'
import { type Tracked, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { isBeforeArrival, mayOwnerCancel } from '#app/domain/trade-ins/trade-in.ts'
import { changeOwnTradeIn, customerRefused } from '../change-trade-in.ts'

/** The owner has sent the piece; the number may be corrected until it is here. */
export function notifyTradeInSent(
  app: AppContext,
  { token, parcel }: { token: string; parcel: Tracked | null },
): Promise<void> {
  return changeOwnTradeIn(app, token, async ({ row, at, save }) => {
    const { state, carrier, tracking } = row
    const isSame = tracking === (parcel?.tracking ?? '') && carrier === (parcel?.carrier ?? null)
    if (state === 'sent' && isSame) return
    if (state === 'requested') {
      throw customerRefused(
        'We haven’t answered your request yet. Please wait for our email before you ship it.',
      )
    }
    if (!isBeforeArrival(state)) throw tooLate()
    await save({
      to: 'sent',
      columns: {
        sentAt: at,
        carrier: parcel?.carrier ?? null,
        tracking: parcel?.tracking ?? '',
      },
      why: `The customer has sent it.${parcel ? ` Tracking: ${trackingText(parcel)}` : ''}`,
    })
  })
}

/** The owner keeps the piece after all. One that is on its way has to be sent back, so staff stop that trade-in [TRADE-08]. */
export function cancelOwnTradeIn(app: AppContext, { token }: { token: string }): Promise<void> {
  return changeOwnTradeIn(app, token, async ({ row, save }) => {
    if (row.state === 'canceled') return
    if (row.state === 'sent') {
      throw customerRefused('Your package is already on its way. Email us to stop the trade-in.')
    }
    if (!mayOwnerCancel(row.state)) throw tooLate()
    await save({
      to: 'canceled',
      columns: { closedWhy: 'You canceled this trade-in.' },
      why: 'The customer is keeping the piece.',
      email: 'trade-in-ended-owner',
    })
  })
}

const tooLate = () => customerRefused('We already have this piece, or the trade-in has ended.')
