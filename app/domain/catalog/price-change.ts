import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import { formatGrams, type Milligrams } from '../money/grams.ts'
import { priceItem } from '../pricing/price.ts'
import type { EngravingOption } from './engraving.ts'
import { optionText } from './line-title.ts'
import { isIncluded, type OptionChoice, withOptions } from './options.ts'
import type { SizeFacts } from './product-facts.ts'

type PricedSize = Omit<SizeFacts, 'pieces'>

/** What of a product decides its prices; what is left out is not changed. */
export type Priced = {
  sizes?: readonly PricedSize[]
  engraving?: EngravingOption | null
  options?: readonly OptionChoice[]
}

/**
 * `of`: a size, `Engraving`, or a choice of an option, at the price of the first size. `before` null: it was not sold. Weight and fee where they change: together
 * they may move at an unchanged price, and then the buyer gets more or less gold for it [FRESH-07].
 */
export type PriceChange = {
  of: string
  before: Cents | null
  after: Cents
  weight?: { before: Milligrams; after: Milligrams }
  fee?: { before: Cents; after: Cents }
}

/** In percent of price or weight: beyond it a product is saved with a fresh second factor alone [FRESH-06]. */
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
  const price = ({ weight, fee }: PricedSize) => priceItem(weight, fee, perGram).unitPrice
  const old = before.sizes ?? []
  const names = new Set(after.sizes?.map(({ size }) => size))
  const changes = (after.sizes ?? []).map((size, at): PriceChange => {
    const inPlace = old[at] && !names.has(old[at].size) ? old[at] : undefined
    const was = old.find((each) => each.size === size.size) ?? inPlace
    return was
      ? moved(size.size, was, size, price)
      : { of: size.size, before: null, after: price(size) }
  })
  if (after.engraving) {
    const was = before.engraving?.fee ?? null
    changes.push({ of: 'Engraving', before: was, after: after.engraving.fee })
  }
  changes.push(...optionChanges(before, after, price))
  return changes.filter(
    ({ before, after, weight, fee }) =>
      before !== after || weight !== undefined || fee !== undefined,
  )
}

type PriceOf = (size: PricedSize) => Cents

function moved(of: string, was: PricedSize, is: PricedSize, price: PriceOf): PriceChange {
  const weight = { before: was.weight, after: is.weight }
  const fee = { before: was.fee, after: is.fee }
  return {
    ...{ of, before: price(was), after: price(is) },
    ...(weight.before !== weight.after && { weight }),
    ...(fee.before !== fee.after && { fee }),
  }
}

/**
 * What choices of options change [OPTION-08]: a new one is compared with the piece without it. A file may
 * change the options alone, and its plan then has no size to price them with: each counts as a new price.
 */
function optionChanges(before: Priced, after: Priced, price: PriceOf): PriceChange[] {
  return (after.options ?? []).flatMap((option): PriceChange[] => {
    const of = optionText(option)
    const was = before.options?.filter((each) => optionText(each) === of) ?? []
    const [size] = after.sizes ?? []
    if (size) return [moved(of, withOptions(size, was), withOptions(size, [option]), price)]
    const isSame = was.some(({ price, mg }) => price === option.price && mg === option.mg)
    return isSame || isIncluded(option) ? [] : [{ of, before: null, after: option.price }]
  })
}

/** How far each part moves, and what that is a share of: a fee is a part of the price. */
const moves = ({ before, after, weight, fee }: PriceChange & { before: Cents }) => [
  { by: Math.abs(after - before), of: before },
  ...(weight ? [{ by: Math.abs(weight.after - weight.before), of: weight.before }] : []),
  ...(fee ? [{ by: Math.abs(fee.after - fee.before), of: before }] : []),
]

const isSold = (change: PriceChange): change is PriceChange & { before: Cents } =>
  change.before !== null

/** Whether price, weight or fee moves by more than so many percent of what it was; a new one does. */
export const movesBeyond = (change: PriceChange, percent: number): boolean =>
  !isSold(change) || moves(change).some(({ by, of }) => by * 100 > percent * of)

/** `$266.10 to $270.00`, and the weight where that moves. */
export function changeText({ before, after, weight }: PriceChange & { before: Cents }): string {
  const price = `from ${formatCents(before)} to ${formatCents(after)}`
  if (!weight) return price
  return `${price}, ${formatGrams(weight.before)} to ${formatGrams(weight.after)}`
}

/** The change that moves the most in proportion, of those beyond so many percent; null: none. New prices are left out. */
export function largestBeyond<Change extends PriceChange>(
  changes: readonly Change[],
  percent: number,
): (Change & { before: Cents }) | null {
  const moved = changes.filter(
    (change): change is Change & { before: Cents } =>
      isSold(change) && movesBeyond(change, percent),
  )
  const share = (change: PriceChange & { before: Cents }) =>
    Math.max(...moves(change).map(({ by, of }) => (of === 0 ? Number.POSITIVE_INFINITY : by / of)))
  return moved.reduce<(Change & { before: Cents }) | null>(
    (most, change) => (most && share(most) >= share(change) ? most : change),
    null,
  )
}

// Apart from gold-size.ts, which every page of the shop carries.

/** $10,000,000: far above any fee there is, and a price with it still fits the database. */
export const maxFee = cents(1_000_000_000)
