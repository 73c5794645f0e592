import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import { priceItem } from '../pricing/price.ts'
import type { EngravingOption } from './engraving.ts'
import type { SizeFacts } from './product-facts.ts'

/** What of a product decides its prices; what is left out is not changed. */
export type Priced = { sizes?: readonly SizeFacts[]; engraving?: EngravingOption | null }

/** `of`: a size, or `Engraving`. `before` null: it was not sold. */
export type PriceChange = { of: string; before: Cents | null; after: Cents }

/** In percent: beyond it a product is saved with a fresh second factor alone [FRESH-06]. */
export const reauthBeyond = 5
/** A change of many products that moves the prices of more asks for one, however little they move. */
export const reauthAboveProducts = 20
/** In percent: beyond it the owners are told [ALERT-06]. */
export const alertBeyond = 20

/**
 * The prices that a save changes, at one gold price, in cents. A size that has another name is compared
 * with the one that was in its place: it would otherwise be a new one at any price. One that is no longer
 * sold has no price.
 */
export function priceChanges(before: Priced, after: Priced, perGram: PricePerGram): PriceChange[] {
  const price = ({ weight, fee }: SizeFacts) => priceItem(weight, fee, perGram).unitPrice
  const old = before.sizes ?? []
  const names = new Set(after.sizes?.map(({ size }) => size))
  const changes = (after.sizes ?? []).map((size, at): PriceChange => {
    const inPlace = old[at] && !names.has(old[at].size) ? old[at] : undefined
    const was = old.find((each) => each.size === size.size) ?? inPlace
    return { of: size.size, before: was ? price(was) : null, after: price(size) }
  })
  if (after.engraving) {
    const was = before.engraving?.fee ?? null
    changes.push({ of: 'Engraving', before: was, after: after.engraving.fee })
  }
  return changes.filter((change) => change.before !== change.after)
}

/** Whether a price moves by more than so many percent of what it was; a new one does. */
export function movesBeyond({ before, after }: PriceChange, percent: number): boolean {
  return before === null || distance(before, after) * 100 > percent * before
}

/** The change that moves the most in proportion, of those beyond so many percent; null: none. New prices are left out. */
export function largestBeyond<Change extends PriceChange>(
  changes: readonly Change[],
  percent: number,
): (Change & { before: Cents }) | null {
  const moved = changes.filter(
    (change): change is Change & { before: Cents } =>
      change.before !== null && movesBeyond(change, percent),
  )
  const share = ({ before, after }: { before: Cents; after: Cents }) =>
    before === 0 ? Number.POSITIVE_INFINITY : distance(before, after) / before
  return moved.reduce<(Change & { before: Cents }) | null>(
    (most, change) => (most && share(most) >= share(change) ? most : change),
    null,
  )
}

const distance = (one: Cents, other: Cents): Cents => cents(Math.abs(one - other))
