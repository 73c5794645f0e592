import { type Cents, parseDollars } from '../money/cents.ts'

/**
 * The `amount` of a checkout, a JSON number in dollars with at most two decimals [PAY-08], as
 * cents. Null for anything else: text, nothing, zero, below zero, not finite, fractions of a cent
 * [PAY-16]. It reads the shortest decimal that names the number, so 2113.72 is exactly 211372.
 */
export function parseAmount(value: unknown): Cents | null {
  if (typeof value !== 'number' || !/^\d+(\.\d{1,2})?$/.test(String(value))) return null
  const amount = parseDollars(String(value))
  return amount !== null && amount > 0 ? amount : null
}
