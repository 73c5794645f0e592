import { fallbackSource, type GoldPrice } from './gold-price.ts'
import type { PricePerOunce } from './rates.ts'

/** An accepted price by its id; a higher one was accepted later. */
type Accepted = { id: number }

/** Which prices staff call wrong: the one named first, and all after it up to the last they saw. */
export type Withdrawn = { from: number; until: number }

/**
 * What a withdrawal does to the accepted prices: which of them go, and which one the shop sells at
 * afterwards, the last accepted one that is left; null where none is [WITHDRAW-02]. One that was
 * accepted after the last that staff saw stays.
 */
export function planWithdrawal<Price extends Accepted>(
  accepted: readonly Price[],
  { from, until }: Withdrawn,
): { withdrawn: Price[]; stands: Price | null } {
  const isWrong = ({ id }: Price) => id >= from && id <= until
  const left = accepted.filter((price) => !isWrong(price))
  const stands = left.reduce<Price | null>(
    (last, price) => (last === null || price.id > last.id ? price : last),
    null,
  )
  return { withdrawn: accepted.filter(isWrong), stands }
}

/** How near, in percent, a fetched price lies to a withdrawn one to be taken for it. */
const sameWithin = 1

/**
 * Whether a feed tells a price again that staff withdrew: within 1% of it, and nearer to it than to
 * the price the shop has [WITHDRAW-05]. Then a person decides.
 */
export function isWithdrawnAgain(
  perOunce: number,
  withdrawn: readonly PricePerOunce[],
  current: Pick<GoldPrice, 'perOunce' | 'source'>,
): boolean {
  const fromCurrent =
    current.source === fallbackSource ? Infinity : Math.abs(perOunce - current.perOunce)
  return withdrawn.some((wrong) => {
    const distance = Math.abs(perOunce - wrong)
    return distance * 100 <= wrong * sameWithin && distance < fromCurrent
  })
}
