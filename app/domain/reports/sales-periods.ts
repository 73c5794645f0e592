import { type Cents, sumCents } from '../money/cents.ts'

/** What was sold in some time: orders paid, their goods less discount, and milligrams of metal in them. */
type Sales = { orders: number; goods: Cents; metalMg: number }

/** `day`: `2026-03-11`, by the shop's clock. */
export type SalesOfDay = Sales & { day: string }

/** First and last day, both included. */
export type Days = { from: string; to: string }

type SalesPeriod = { days: Days; sales: Sales }

/** A period up to its end beside the whole one before it. */
type SalesComparison = { now: SalesPeriod; before: SalesPeriod }

/** Weeks begin on Monday. */
export type SalesPeriods = Record<'day' | 'week' | 'month', SalesComparison>

/** The day some days later; before for less than zero. */
export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Monday. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The periods around a day, each beside the one before. */
export function periodsAround(
  today: string,
): Record<keyof SalesPeriods, [now: Days, before: Days]> {
  const monday = plusDays(today, -weekday(today))
  const first = firstOfMonth(today)
  const next = firstOfMonth(plusDays(first, 31))
  const yesterday = plusDays(today, -1)
  return {
    day: [
      { from: today, to: today },
      { from: yesterday, to: yesterday },
    ],
    week: [
      { from: monday, to: plusDays(monday, 6) },
      { from: plusDays(monday, -7), to: plusDays(monday, -1) },
    ],
    month: [
      { from: first, to: plusDays(next, -1) },
      { from: firstOfMonth(plusDays(first, -1)), to: plusDays(first, -1) },
    ],
  }
}

/** The day from which sales must be known to tell of all periods around this one. */
export function earliestDay(today: string): string {
  const { week, month } = periodsAround(today)
  return [week[1].from, month[1].from].sort()[0] ?? today
}

/** Days without sales may be left out. */
export function salesOfPeriods(today: string, days: readonly SalesOfDay[]): SalesPeriods {
  const around = periodsAround(today)
  const sold = ({ from, to }: Days): SalesPeriod => {
    const within = days.filter(({ day }) => day >= from && day <= to)
    return {
      days: { from, to },
      sales: {
        orders: within.reduce((sum, { orders }) => sum + orders, 0),
        goods: sumCents(within.map(({ goods }) => goods)),
        metalMg: within.reduce((sum, { metalMg }) => sum + metalMg, 0),
      },
    }
  }
  const compared = ([now, before]: [Days, Days]) => ({ now: sold(now), before: sold(before) })
  return {
    day: compared(around.day),
    week: compared(around.week),
    month: compared(around.month),
  }
}
