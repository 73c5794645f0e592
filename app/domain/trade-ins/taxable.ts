import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'

/** What of each line is taxed where a trade-in reduces the taxable amount: never less than nothing. */
export function taxableAfterCredit(due: readonly Cents[], credit: Cents): Cents[] {
  const all = sumCents(due)
  const off = allocateCents(cents(Math.min(credit, all)), due)
  return due.map((line, at) => cents(line - (off[at] ?? 0)))
}
