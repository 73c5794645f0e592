import { plusBusinessDays } from '../time/business-days.ts'
import { type Day, formatDay, laterDay } from '../time/day.ts'

/** How long something takes, in business days. */
export type BusinessDays = { least: number; most: number }

/**
 * What a text of the shop promises: `3-5 business days` are 3 to 5, `2 business days` are 2. Null for
 * any other text, of which no day can be told.
 */
export function businessDaysOf(text: string): BusinessDays | null {
  const found = /(?:(\d{1,3})\s*(?:-|–|to)\s*)?(\d{1,3})\s*business\s+days?/i.exec(text)
  if (!found) return null
  const most = Number(found[2])
  const least = Number(found[1] ?? most)
  return least <= most ? { least, most } : null
}

/** The first and the last day on which a parcel is expected at its buyer. */
export type Arrival = { first: Day; last: Day }

/**
 * When a piece that is paid on a day and to be sent by another is expected: made and sent within the
 * shop's processing time, then with the carrier for the shipping time. Not before the last day to send
 * it, which is the day the shop holds itself to [DESK-02]. Carriers are taken to deliver on business
 * days alone. `processing` is the text of the shop, of which the least counts; where it names none, or
 * is not given, a piece is taken to leave on the last day. Null where `shipping` names no business days.
 */
export function arrivalOfOrder(
  { paidOn, shipBy }: { paidOn: Day; shipBy: Day },
  { processing, shipping }: { processing: string | null; shipping: string },
): Arrival | null {
  const onTheWay = businessDaysOf(shipping)
  if (!onTheWay) return null
  const [sentLast, last] = [onTheWay.least, onTheWay.most].map((days) =>
    plusBusinessDays(shipBy, days),
  ) as [Day, Day]
  const making = processing === null ? null : businessDaysOf(processing)
  if (!making) return { first: sentLast, last }
  const soonest = laterDay(shipBy, plusBusinessDays(paidOn, making.least + onTheWay.least))
  return { first: laterDay(soonest, sentLast) === sentLast ? soonest : sentLast, last }
}

/** What a shop promises of an order from the day its money is here. */
type ShippingTimes = { processingDays: number; processingTime: string; shippingTime: string }

/** When an order is expected whose money is here, or is expected, on a day [FACTS-05, BANK-24]. */
export function arrivalFrom(moneyOn: Day, shop: ShippingTimes): Arrival | null {
  return arrivalOfOrder(
    { paidOn: moneyOn, shipBy: plusBusinessDays(moneyOn, shop.processingDays) },
    { processing: shop.processingTime, shipping: shop.shippingTime },
  )
}

/** Of what leaves on a day; null where the shipping time names no business days. */
export function arrivalOfParcel(sentOn: Day, shippingTime: string): Arrival | null {
  const onTheWay = businessDaysOf(shippingTime)
  return (
    onTheWay && {
      first: plusBusinessDays(sentOn, onTheWay.least),
      last: plusBusinessDays(sentOn, onTheWay.most),
    }
  )
}

/** `Dec 1` */
export const formatShortDay = (day: Day): string => formatDay(day).replace(/^\w+, /, '')

/** `Dec 1–4`, `Dec 30–Jan 4`, `Dec 4`. */
export function formatArrival({ first, last }: Arrival): string {
  if (first === last) return formatShortDay(first)
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  const end = isSameMonth ? `${Number(last.slice(8))}` : formatShortDay(last)
  return `${formatShortDay(first)}–${end}`
}
