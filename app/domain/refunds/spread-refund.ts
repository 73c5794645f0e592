import { type SaleParts, totalOf } from '../ledger/ledger.ts'
import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'
import type { PlannedRefund } from './plan-refund.ts'
import type { RefundLine } from './refund-lines.ts'

/** What of a refund is of one payment. */
export type RefundShare = Pick<PlannedRefund, 'amount' | 'credit' | 'lines'>

const none = cents(0)

/**
 * What each payment gives to a refund: those with most left first, as few as needed, none more than it has
 * left. `at`: its place among `lefts`.
 */
export function takeFrom(lefts: readonly Cents[], amount: Cents): { at: number; amount: Cents }[] {
  let missing: number = amount
  const byLeft = lefts.map((left, at) => ({ at, left })).toSorted((a, b) => b.left - a.left)
  return byLeft.flatMap(({ at, left }) => {
    const taken = Math.min(left, missing)
    missing -= taken
    return taken > 0 ? [{ at, amount: cents(taken) }] : []
  })
}

/** A payment of which a refund is; `reducesTax`: the credit of a trade-in that reduced the taxable amount. */
export type GivingPayment = { left: Cents; reducesTax?: boolean }

/**
 * The same where such a credit paid a part [TRADE-12]. Of the goods that are refunded it gives its share, rounded half
 * up to the cent, as far as the other payments have the rest: then what stays sold was taxed less what stays of the
 * credit. `refunded`, `sold`: goods of the refund, and all before it, in cents less the discount.
 */
export function takeWithCredit(
  payments: readonly GivingPayment[],
  amount: Cents,
  { refunded, sold }: { refunded: Cents; sold: Cents },
): { at: number; amount: Cents }[] {
  const leftOf = (reducesTax: boolean) =>
    payments.map(({ left, ...each }) => ((each.reducesTax === true) === reducesTax ? left : none))
  const [credits, others] = [leftOf(true), leftOf(false)]
  const credit = sumCents(credits)
  const share = sold > 0 ? divideHalfUp(BigInt(credit) * BigInt(refunded), BigInt(sold)) : 0n
  const least = Math.max(0, amount - sumCents(others))
  const ofCredit = cents(Math.min(credit, amount, Math.max(least, Number(share))))
  return [...takeFrom(credits, ofCredit), ...takeFrom(others, cents(amount - ofCredit))]
}

/**
 * Splits a refund into one part for each payment, to the cent [REFUND-23]. `amounts` add up to its own. Each
 * part takes its share of goods, tax, shipping and discount, and of what was owed beyond the sale, by largest
 * remainder of what the parts before it left; so the last has the rest, and all add up. The pieces are in the
 * first part; the others have their lines with no piece, and the rest of the price.
 */
export function spreadRefund(
  { amount, credit, lines }: RefundShare,
  amounts: readonly Cents[],
): RefundShare[] {
  if (amounts.length === 1) return [{ amount, credit, lines: [...lines] }]
  let left = {
    goods: cents(credit.goods - credit.discount),
    ...{ tax: credit.tax, shipping: credit.shipping, owed: cents(amount - totalOf(credit)) },
  }
  let { discount } = credit
  let prices = lines.map(({ amountCents }) => cents(amountCents))
  return amounts.map((part, nth) => {
    const [goods = none, tax = none, shipping = none, owed = none] = allocateCents(part, [
      left.goods,
      left.tax,
      left.shipping,
      left.owed,
    ])
    const off = shareOf(discount, goods, left.goods)
    left = {
      goods: cents(left.goods - goods),
      tax: cents(left.tax - tax),
      shipping: cents(left.shipping - shipping),
      owed: cents(left.owed - owed),
    }
    discount = cents(discount - off)
    const ofPart: SaleParts = { goods: cents(goods + off), tax, shipping, discount: off }
    const paid = lines.length === 0 ? [] : allocateCents(ofPart.goods, prices)
    prices = prices.map((price, at) => cents(price - (paid[at] ?? none)))
    return { amount: part, credit: ofPart, lines: linesOf(lines, paid, nth === 0) }
  })
}

/** All of it where there is nothing to split by: goods for which all of the price was a discount. */
function shareOf(sum: Cents, part: Cents, whole: Cents): Cents {
  if (whole === 0) return sum
  const [share = none] = allocateCents(sum, [part, cents(whole - part)])
  return share
}

function linesOf(
  lines: readonly RefundLine[],
  amounts: readonly Cents[],
  isFirst: boolean,
): RefundLine[] {
  return lines.flatMap((line, at) => {
    const amountCents = amounts[at] ?? none
    if (isFirst) return { ...line, amountCents }
    return amountCents > 0 ? { ...line, quantity: 0, amountCents } : []
  })
}
