import { plusBusinessDays } from '../time/business-days.ts'
import { type Day, dayAt } from '../time/day.ts'

/** The last day to send an order that was paid at a moment, as the shop promised [DESK-02]. */
export function shipByDay(paidAt: Date, businessDays: number, timeZone: string): Day {
  return plusBusinessDays(dayAt(paidAt, timeZone), businessDays)
}

/** What a text promises at most: `3-5 business days` are 5, and any other text is null. */
export function promisedBusinessDays(text: string): number | null {
  const found = /(\d{1,9})\s*business\s+days?/i.exec(text)
  return found ? Number(found[1]) : null
}

/** What a shop may promise, in business days. */
export const processingDaysRange = { least: 1, most: 365 } as const

export function isProcessingDays(days: number | null): days is number {
  return days !== null && days >= processingDaysRange.least && days <= processingDaysRange.most
}

/** Until staff write their own, as the default text says: `3-5 business days`. */
export const defaultProcessingDays = 5
