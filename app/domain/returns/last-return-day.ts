import { plusBusinessDays } from '../time/business-days.ts'
import { type Day, dayAt, formatDay, plusDays } from '../time/day.ts'

/** What a shop may promise, in days of the calendar. */
export const returnDaysRange = { least: 1, most: 365 } as const

/** How long a parcel takes at most where the shop's text names no number of business days. */
export const unnamedShippingDays = 5

/** When a piece reached its buyer: the day staff know, or the one the shop promised. */
export type Delivery =
  | { deliveredAt: Date }
  | { sentAt: Date /** In business days, at most. */; shippingDays: number }

/** The day a piece was delivered, or is taken to be, on the shop's clock. */
function deliveryDay(delivery: Delivery, timeZone: string): Day {
  return 'deliveredAt' in delivery
    ? dayAt(delivery.deliveredAt, timeZone)
    : plusBusinessDays(dayAt(delivery.sentAt, timeZone), delivery.shippingDays)
}

/** The last day to ask for a return; it counts whole [RETURN-04]. */
export function lastReturnDay(delivery: Delivery, days: number, timeZone: string): Day {
  return plusDays(deliveryDay(delivery, timeZone), days)
}

export const isTooLate = (lastDay: Day, today: Day): boolean => today > lastDay

/** For the buyer who asks too late. */
export function tooLateMessage(lastDay: Day, email: string): string {
  return `The return window ended on ${formatDay(lastDay)}. If something is wrong with it, please write to ${email}.`
}

/** For the buyer of a piece that was a final sale. */
export const finalSaleMessage = (email: string): string =>
  `It was a final sale and can’t be returned for a change of mind. If something is wrong with it, please write to ${email}.`

/** For the buyer of a piece that was made for them. */
export const customMessage = (email: string): string =>
  `It was made for you, so it can’t be returned for a change of mind. If something is wrong with it, please write to ${email}.`

type Terms = { isCustom: boolean; isFinal: boolean; isLate: boolean; lastDay: Day }

/** Why the buyer can ask to return none of these pieces; null where one can be, or there are none [RETURN-15]. */
export function whyNoneReturned(pieces: readonly Terms[], email: string): string | null {
  const [first] = pieces
  const canAsk = pieces.some(({ isLate, isCustom, isFinal }) => !isLate && !isCustom && !isFinal)
  if (!first || canAsk) return null
  if (first.isCustom) return customMessage(email)
  return first.isFinal ? finalSaleMessage(email) : tooLateMessage(first.lastDay, email)
}
