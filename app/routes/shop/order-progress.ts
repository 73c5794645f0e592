import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import type { ReturnState } from '#app/domain/returns/return.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { shippedSentence } from './order-messages.ts'

type Progress = Pick<
  OrderPage,
  'state' | 'isPickup' | 'delivered' | 'delay' | 'shipBy' | 'arrival' | 'partShipped'
> & {
  returns: { list: readonly { state: ReturnState }[] } | null
}

const deliveredMark = ({ isPickup }: Progress) => (isPickup ? 'Picked up' : 'Delivered')

/** Accepted, and neither finished, refused nor canceled. */
const isReturning = (state: ReturnState) =>
  state === 'accepted' || state === 'sent back' || state === 'received' || state === 'weighed'

/**
 * What a paid order says first where something happened since it was paid or shipped: a return, a delay, or
 * that its delivery was due. Null where its state says all [ORDER-18].
 */
export function progressMessage(page: Progress) {
  const { state, delivered, delay, shipBy, arrival, returns } = page
  if (state === 'fulfilled' && returns?.list.some((each) => isReturning(each.state))) {
    return {
      mark: delivered ? deliveredMark(page) : 'Shipped',
      heading: 'Your return is in progress',
      sentence: 'See “Returns” below for what happens next.',
    }
  }
  if (state === 'fulfilled' && !delivered && !arrival) {
    return {
      mark: 'Shipped',
      heading: 'Your order has shipped',
      sentence: shippedSentence(page.partShipped),
    }
  }
  if (state === 'paid' && delay && shipBy && shipBy > delay.from) {
    return {
      mark: 'Paid',
      heading: 'Your order is delayed',
      sentence: page.isPickup
        ? `It will be ready for pickup by ${formatDay(shipBy)}.`
        : `The new ship date is ${formatDay(shipBy)}.`,
    }
  }
  return null
}
