import { totalOf } from '../ledger/ledger.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { RefundPart } from '../refunds/refundable-payment.ts'
import { type LineTax, ratedTaxes } from '../tax/sales-tax.ts'

/** The money of an edit; at most one of `due` and `refund` is above zero. */
export type EditMoney = {
  /** What the buyer still pays. */
  due: Cents
  /** What is refunded. */
  refund: Cents
  /** What of the credit pays for the added pieces. */
  applied: Cents
}

/** `credit`: of the removed pieces, with their tax and less their discount; `added`: of the new ones, with tax [EDIT-02]. */
export function editMoney({ credit, added }: { credit: Cents; added: Cents }): EditMoney {
  const applied = cents(Math.min(credit, added))
  return { applied, due: cents(added - applied), refund: cents(credit - applied) }
}

/** A refund whose credit pays, in part or whole, for other pieces of the order. */
export type AppliedPart = RefundPart & { applied: Cents }

/**
 * The same credit notes with less money: `applied` stays in the order. Taken from the last payment first, so the
 * first, which has most left, is refunded [EDIT-02].
 */
export function withApplied(parts: readonly RefundPart[], applied: Cents): AppliedPart[] {
  let rest: number = applied
  return parts
    .toReversed()
    .map((part) => {
      const kept = Math.min(part.amount, rest)
      rest -= kept
      return { ...part, amount: cents(part.amount - kept), applied: cents(kept) }
    })
    .toReversed()
}

/** What credit notes come to. */
export const creditOf = (parts: readonly Pick<RefundPart, 'credit'>[]): Cents =>
  cents(parts.reduce((sum, { credit }) => sum + totalOf(credit), 0))

/**
 * The sales tax of a new line: at the rates that a line of the order was taxed at. What was exempt there is exempt
 * here [EDIT-05].
 */
export function taxesLike(
  known: readonly LineTax[],
  { like, line, due }: { like: number; line: number; due: Cents },
): LineTax[] {
  return known
    .filter((each) => each.line === like)
    .flatMap((each) => {
      const [taxed] = ratedTaxes([due], each)
      if (!taxed) return []
      const { level, taxable, tax } = each
      const isExempt = taxable === 0 && tax === 0
      return { ...taxed, line, level, ...(isExempt && { taxable: cents(0), tax: cents(0) }) }
    })
}
