import { type Days, periodsAround } from '../reports/sales-periods.ts'

/** The ranges of days that a report can be asked for, by the name in its address. */
export const visitRanges = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
] as const
export type VisitRange = (typeof visitRanges)[number]

/** From the arrival to the payment, in sums of some days. */
export type Visits = {
  visits: number
  views: number
  carts: number
  checkouts: number
  paid: number
}

export type VisitsOfDay = Partial<Visits> & { day: string }

/** The days of each range, the same as those of the sales beside them. */
export function daysOfRanges(today: string): Record<VisitRange, Days> {
  const { day, week, month } = periodsAround(today)
  return {
    today: day[0],
    yesterday: day[1],
    'this-week': week[0],
    'last-week': week[1],
    'this-month': month[0],
    'last-month': month[1],
  }
}

export const isVisitRange = (text: string | null): text is VisitRange =>
  (visitRanges as readonly (string | null)[]).includes(text)

/** Sums of each range; a day may be named more than once, or not at all. */
export function visitsOfRanges(
  today: string,
  counted: readonly VisitsOfDay[],
): Record<VisitRange, Visits> {
  const ranges = Object.entries(daysOfRanges(today)).map(([range, { from, to }]) => {
    const within = counted.filter(({ day }) => day >= from && day <= to)
    const sum = (of: keyof Visits) => within.reduce((total, each) => total + (each[of] ?? 0), 0)
    return [
      range,
      {
        visits: sum('visits'),
        views: sum('views'),
        carts: sum('carts'),
        checkouts: sum('checkouts'),
        paid: sum('paid'),
      },
    ]
  })
  return Object.fromEntries(ranges)
}
