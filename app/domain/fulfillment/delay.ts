import { isBusinessDay, plusBusinessDays } from '../time/business-days.ts'
import { type Day, daysFrom, formatDay, plusDays } from '../time/day.ts'

/**
 * What the silence of a buyer means who was told that an order is sent later than promised. Source: the
 * FTC's Mail, Internet, or Telephone Order Merchandise Rule, 16 CFR 435.2. Every notice gives the new
 * date and the choice to cancel with a prompt refund; a cancellation counts until the order is sent.
 */
export const delayRule = {
  /** The first delay, of 30 days or less: anyone who does not cancel has agreed. (b)(1)(ii) */
  short: { silence: 'keeps' },
  /** The first delay, of more: canceled unless agreed to, or sent, within 30 days of the promised day. (b)(1)(iii) */
  long: { silence: 'cancels' },
  /** A further delay: canceled unless agreed to, or sent, before the day of the last notice has passed. (b)(2)(ii) */
  renewed: { silence: 'cancels' },
  /**
   * Told after the day has passed, which the rule does not allow: the buyer may have the money back at
   * once, (c)(5), and nothing counts as an agreement but a word.
   */
  late: { silence: 'cancels' },
} as const satisfies Record<string, { silence: 'keeps' | 'cancels' }>

export type DelayKind = keyof typeof delayRule

/** In days of the calendar. 16 CFR 435.2(b)(1)(ii) and (iii) */
const shortDelayDays = 30

/** A refund is prompt within seven working days. 16 CFR 435.1(b)(1) */
const promptRefundDays = 7

/** An order as far as its delays go. */
export type DelayedOrder = {
  /** The day it was promised for when it was paid. */
  promised: Day
  /**
   * The day it must be sent by, as told last; the promised one where nobody was told of a delay.
   */
  shipBy: Day
  /** The buyer was told of a delay before. */
  wasDelayed: boolean
  /** Until when an answer to the last notice is awaited, where it needs one and has none. */
  awaitedUntil: Day | null
}

export function delayKind(order: DelayedOrder, revised: Day, today: Day): DelayKind {
  if (today > order.shipBy) return 'late'
  if (order.wasDelayed) return 'renewed'
  return daysFrom(order.promised, revised) <= shortDelayDays ? 'short' : 'long'
}

/** The last day on which silence about a first delay still keeps the order. */
export const lastShortDay = (promised: Day): Day => plusDays(promised, shortDelayDays)

/** The last day to agree, on the shop's clock; null where silence keeps the order [DELAY-01]. */
export function respondBy(order: DelayedOrder, revised: Day, today: Day): Day | null {
  const { promised, shipBy, awaitedUntil } = order
  switch (delayKind(order, revised, today)) {
    case 'short':
      return null
    case 'long':
      return lastShortDay(promised)
    case 'renewed':
      // A notice that was not answered is not answered by a second one.
      return awaitedUntil !== null && awaitedUntil < shipBy ? awaitedUntil : shipBy
    case 'late': {
      const prompt = plusBusinessDays(today, promptRefundDays)
      return prompt < revised ? prompt : revised
    }
  }
}

/** A slip of the hand in the year, rather than a delay. */
const maxDelayDays = 365

/** Why this cannot be the new day, in a sentence; null where it can [DELAY-02]. */
export function delayDateProblem(
  { shipBy }: DelayedOrder,
  revised: Day,
  today: Day,
): string | null {
  if (revised <= shipBy) {
    return `This isn’t a delay: the order is due to ship by ${formatDay(shipBy)}. Please choose a later date.`
  }
  if (revised <= today) return 'This date isn’t in the future. Please choose a later one.'
  if (!isBusinessDay(revised)) {
    return `${formatDay(revised)} isn’t a business day. Please choose a Monday through Friday that isn’t a federal holiday.`
  }
  if (daysFrom(today, revised) > maxDelayDays) {
    return 'This is more than a year away. Please check the date.'
  }
  return null
}

/** What the buyer is told that silence means. */
export function silenceMessage(until: Day | null): string {
  return until === null
    ? 'If you want to wait, you don’t need to reply. If we don’t hear from you, we’ll assume you agree to the new date. You can cancel until the order ships.'
    : `Please let us know by ${formatDay(until)}. If we don’t hear from you by then and your order hasn’t shipped, we’ll cancel it and refund your money.`
}
