import type { CodeProblem } from '../discounts/code-problem.ts'
import { type DiscountTerms, discountOfEachLine, isForPiece } from '../discounts/discount-code.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { bankSavingOfLines, dueOf, leastTotal, type Quote, type QuotedCode } from './quote.ts'

/** A quote with what a code takes off each of its lines, or why it takes off nothing [CODE-01, CODE-05]. */
export function withCode(
  quote: Quote,
  code: Omit<QuotedCode, 'offMetal'>,
  terms: DiscountTerms,
): { quote: Quote } | { problem: CodeProblem } {
  if (!quote.lines.some(({ productId }) => isForPiece(terms, productId))) {
    return { problem: { is: 'other pieces' } }
  }
  if (quote.total < terms.minTotal) {
    return { problem: { is: 'below minimum', minTotal: terms.minTotal } }
  }
  const discounts = discountOfEachLine(quote.lines, terms)
  const saving = sumCents(discounts)
  if (saving === 0) return { problem: { is: 'nothing to take off' } }
  const lines = quote.lines.map((line, at) => {
    const codeDiscount = discounts[at] ?? cents(0)
    return codeDiscount > 0 ? { ...line, codeDiscount } : line
  })
  const { bank } = quote
  const discounted: Quote = {
    ...quote,
    lines,
    total: cents(quote.total - saving),
    bank: bank && { ...bank, saving: bankSavingOfLines(lines, bank.discount) },
    code: { ...code, offMetal: terms.offMetal },
  }
  const least = Math.min(discounted.total, dueOf(discounted, 'debit'))
  return least < leastTotal
    ? { problem: { is: 'total too low', least: leastTotal } }
    : { quote: discounted }
}

/** What its code takes off a quote. */
export const codeSavingOf = ({ lines }: Pick<Quote, 'lines'>): Cents =>
  sumCents(lines.map(({ codeDiscount = cents(0) }) => codeDiscount))
