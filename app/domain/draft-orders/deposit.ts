import { type Cents, cents, formatCents, parseDollarInput } from '../money/cents.ts'
import { divideHalfUp, parseExact } from '../money/decimal.ts'

/**
 * `40%` of the total, rounded half up to a cent, or a sum in dollars. A sentence for anyone who entered it
 * where it is none, or not between a cent and the total.
 */
export function depositOf(text: string, total: Cents): Cents | { refused: string } {
  const deposit = parsed(text.trim(), total)
  if (deposit === null) {
    return {
      refused: 'Please enter the deposit as a percentage or in dollars, like 40% or 500.00.',
    }
  }
  if (deposit <= 0) return { refused: 'A deposit has to be more than zero.' }
  if (deposit > total) {
    return {
      refused: `The ${formatCents(deposit)} deposit is more than the ${formatCents(total)} total.`,
    }
  }
  return deposit
}

function parsed(text: string, total: Cents): Cents | null {
  const percent = /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(text)?.[1]
  if (percent !== undefined) {
    const hundredths = parseExact(percent, 2)
    if (hundredths === null) return null
    return cents(Number(divideHalfUp(BigInt(total) * hundredths, 10_000n)))
  }
  const dollars = parseDollarInput(text)
  return dollars === null || dollars < 0 ? null : dollars
}
