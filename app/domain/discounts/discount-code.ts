import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, sumCents, timesQuantity } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseExact } from '../money/decimal.ts'
import { plainCode } from '../text/typed-code.ts'

/** In hundredths of a percent: 1000 is 10 percent. */
export type DiscountPercent = number & { readonly unit: 'hundredths of a percent off' }

/** What a code takes off. */
export type DiscountTerms = {
  off: { percent: DiscountPercent } | { amount: Cents }
  /** Also off the gold, so that a piece may cost less than its metal value; owners confirm it [CODE-10]. */
  offMetal: boolean
  /** The pieces it is for, by id; null: all. */
  productIds: readonly string[] | null
  /** Of the cart, before the discount. */
  minTotal: Cents
}

type DiscountedLine = { productId: string; metalValue: Cents; fee: Cents; quantity: number }

/** `10` → 1000; null for anything but 0.01 to 100 with at most two decimals. */
export function parseDiscountPercent(text: string): DiscountPercent | null {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text.trim())) return null
  const value = Number(parseExact(text, 2))
  return value > 0 && value <= 10_000 ? (value as DiscountPercent) : null
}

/** 1000 → `10`, 1250 → `12.5`. */
export const formatDiscountPercent = (percent: DiscountPercent) => formatScaled(percent, 2, 0)

/** How codes are compared, however they are entered; null for what cannot be one [CODE-04]. */
export function codeKey(input: string): string | null {
  const key = plainCode(input)
  return /^[A-Z0-9]{3,30}$/.test(key) ? key : null
}

export const isForPiece = ({ productIds }: DiscountTerms, productId: string) =>
  productIds === null || productIds.includes(productId)

/**
 * The one place that computes what a code takes off each line, in cents [CODE-01]. A percentage is rounded
 * half up once per line. An amount is split over the lines by what it is taken off, by largest remainder.
 * It is taken off the flat fee alone, or off gold and fee where owners allow it; never off an engraving.
 */
export function discountOfEachLine(
  lines: readonly DiscountedLine[],
  terms: DiscountTerms,
): Cents[] {
  const { off, offMetal } = terms
  const bases = lines.map(({ productId, metalValue, fee, quantity }) => {
    const piece = cents(offMetal ? metalValue + fee : fee)
    return isForPiece(terms, productId) ? timesQuantity(piece, quantity) : cents(0)
  })
  if ('amount' in off) return allocateCents(cents(Math.min(off.amount, sumCents(bases))), bases)
  const percent = BigInt(off.percent)
  return bases.map((base) => cents(Number(divideHalfUp(BigInt(base) * percent, 10_000n))))
}
