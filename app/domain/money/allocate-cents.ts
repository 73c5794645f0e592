import { type Cents, cents, sumCents } from './cents.ts'

/**
 * Splits a sum by shares, to the cent: each part is its exact share rounded down, and the cents that
 * are left go to the parts with the largest remainders, the first of equals first. The parts add up to
 * the whole, and none is a cent or more away from its exact share. Throws a RangeError where a share is
 * below zero, or where there is something to split and no share.
 */
export function allocateCents(whole: Cents, shares: readonly Cents[]): Cents[] {
  const all = BigInt(sumCents(shares))
  if (shares.some((share) => share < 0) || whole < 0) throw new RangeError('A share is below zero')
  if (all === 0n) {
    if (whole !== 0) throw new RangeError('There is no share to split by')
    return shares.map(() => cents(0))
  }
  const exact = shares.map((share) => BigInt(whole) * BigInt(share))
  const parts = exact.map((each) => Number(each / all))
  const left = whole - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((each, index) => ({ index, remainder: each % all }))
    .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts.map(cents)
}
