import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseExact } from '../money/decimal.ts'
import { type BasisPoints, type Fineness, tradeInValue } from '../pricing/trade-in-value.ts'
import { withoutUnit } from '../text/typed-code.ts'
import type { TradeInKind } from './trade-in.ts'

/** What the shop stamps on its pieces. */
export const stampedFineness = 9999 as Fineness

/** Below it, gold is missing: an XRF reading of .9999 gold may be off by a part per thousand. */
export const leastFineness = 9990 as Fineness

/** The rates of exchange and sell-back, as the owner of the shop set them. */
export type TradeInRates = {
  exchange: BasisPoints
  sellBack: BasisPoints
  /** What a recast costs of the production cost, as the guarantee promises it: `50%`. */
  recast: string
}

/** What is known of a piece: from its certificate before it arrives, from the bench after. */
export type TradedPiece = {
  /** In mg. */
  weight: number
  fineness: Fineness
  /** What making one of this size costs the shop; null: staff keep no figure of it. */
  productionCost: Cents | null
}

/**
 * A share of the production cost, as the recast guarantee says: half of it, unless staff changed that promise.
 * Rounded half up to the cent.
 */
export const recastFee = (productionCost: Cents, promise: string): Cents => {
  const share = BigInt(parseRate(promise) ?? half)
  return cents(Number(divideHalfUp(BigInt(productionCost) * share, 10_000n)))
}

const half = 5000

export const rateOf = (kind: TradeInKind, rates: TradeInRates): BasisPoints | null => {
  if (kind === 'recast') return null
  return kind === 'exchange' ? rates.exchange : rates.sellBack
}

/**
 * The sum of an offer: of a recast what its owner pays, of the others what its owner gets. Null where it needs a
 * production cost and there is none.
 */
export function offerAmount(
  kind: TradeInKind,
  piece: TradedPiece,
  perGram: PricePerGram,
  rates: TradeInRates,
): Cents | null {
  const rate = rateOf(kind, rates)
  if (rate !== null) return tradeInValue(piece.weight, piece.fineness, perGram, rate)
  return piece.productionCost === null ? null : recastFee(piece.productionCost, rates.recast)
}

export type MeasuredPiece = { weight: number; fineness: Fineness; isOurs: boolean }

/**
 * How the piece differs from what it was sold as, as a sentence says it; null where it is as sold within the
 * tolerance. `stamped`: the weight on its certificate in mg, null where it has none.
 */
export function differenceOf(
  { weight, fineness }: MeasuredPiece,
  stamped: number | null,
  tolerance: number,
): string | null {
  const parts = [
    stamped !== null &&
      Math.abs(weight - stamped) > tolerance &&
      `it weighs ${grams(weight)} instead of ${grams(stamped)}`,
    fineness < leastFineness && `its fineness is ${formatFineness(fineness)} instead of .9999`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(', and ')
}

const grams = (mg: number) => `${formatScaled(mg, 3, 2)} g`

/** As an XRF analyzer shows it: parts per thousand above 0 with at most one decimal. Null for other text. */
export function parseFineness(text: string): Fineness | null {
  const input = withoutUnit(text.trim(), ['‰', 'ppt'])
  if (!/^\d{1,4}(\.\d)?$/.test(input)) return null
  const tenths = Number(parseExact(input, 1) ?? 0n)
  return tenths > 0 && tenths <= 10_000 ? (tenths as Fineness) : null
}

/** `999.9`: for a form. */
export const finenessToDecimal = (fineness: number): string => formatScaled(fineness, 1)

/** `.9999`, `.925`: as it is stamped. */
export const formatFineness = (fineness: number): string => {
  if (fineness >= 10_000) return '1.000'
  return `.${String(fineness).padStart(4, '0').replace(/0$/, '')}`
}

/** `90`, `92.5`, `90%`: from 1 to 100 percent with at most two decimals. Null for other text. */
export function parseRate(text: string): BasisPoints | null {
  const input = withoutUnit(text.trim(), ['%'])
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(input)) return null
  const rate = Number(parseExact(input, 2) ?? 0n)
  return rate >= 100 && rate <= 10_000 ? (rate as BasisPoints) : null
}

/** `92.5`: for a form. */
export const tradeInRateToDecimal = (rate: number): string => formatScaled(rate, 2, 0)

/** An offer that ends at a moment can no longer be accepted then. */
export const isExpired = ({ offerUntil }: { offerUntil: Date | null }, at: Date): boolean =>
  offerUntil !== null && offerUntil <= at
