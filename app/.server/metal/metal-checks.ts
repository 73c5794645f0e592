import { type MetalKind, takenFrom } from '#app/domain/metal/metal-ledger.ts'
import { formatMetal } from '#app/domain/metal/metal-weight.ts'
import { type Day, dayAt, formatDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { AppError } from '../platform/errors.ts'
import type { MetalBook } from './metal-ledger.ts'

const refuse = (code: string, field: string, message: string) =>
  new AppError(code, 409, `${message} Nothing was saved.`, {
    details: { errors: { [field]: message } },
  })

/** A ledger that did not begin does not know what is here. */
export function assertBegun(book: MetalBook): Date {
  if (book.beganAt) return book.beganAt
  const message = 'Please start the ledger first by entering the gold you have.'
  throw new AppError('metal_not_begun', 409, message)
}

/** The day of an entry is over or today, and none before the ledger began [METAL-05]. */
export function refuseDay(day: Day, { now, began }: { now: Date; began: Date }): void {
  if (day > dayAt(now, brand.timeZone)) {
    throw refuse('metal_future', 'day', 'This date is in the future.')
  }
  const first = dayAt(began, brand.timeZone)
  if (day < first) {
    const since = `${formatDay(first)}, ${first.slice(0, 4)}`
    const message = `The ledger began on ${since}. Anything earlier is part of the opening balance.`
    throw refuse('metal_before', 'day', message)
  }
}

/** Nothing is cast, lost or sold that is not here by the ledger [METAL-05]. */
export function refuseMoreThanIsHere(
  kind: MetalKind,
  mg: number,
  here: { stock: number; pieces: number },
): void {
  const from = takenFrom(kind)
  if (from === null || mg <= here[from]) return
  const what = from === 'stock' ? 'fine gold' : 'finished pieces'
  const is =
    here[from] <= 0 ? `no ${what} is here` : `${formatMetal(here[from])} of ${what} is here`
  const message = `The ledger says ${is}, and this uses ${formatMetal(mg)}. First enter what came in.`
  throw refuse('metal_not_here', 'weight', message)
}

/** Asks again before something that is probably a slip; the form shows a box to tick. */
export const unsure = (message: string) => refuse('metal_unsure', 'sure', message)
