import { formatScaled, parseExact } from './decimal.ts'

const grouped = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
const ambiguous = /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/

/** `14,200` is 14,200 in one country and 14.2 in another; null for what is not read in two ways. */
export function twoReadings(text: string): string | null {
  const [, whole, rest] = ambiguous.exec(text.trim()) ?? []
  return whole === undefined
    ? null
    : `It could mean ${whole}${rest} or ${whole}.${rest}. Please enter it with two decimals, like ${whole}${rest}.00.`
}

/** What is said of a decimal comma where a point is expected; null for any other text. */
export function decimalPointMessage(text: string): string | null {
  return /^-?\d+,\d+$/.test(text.trim())
    ? `It has a comma instead of a decimal point. Please enter ${text.trim().replace(',', '.')}.`
    : null
}

/**
 * Why a entered number with a comma cannot be read: `750,50` would be another sum without its comma. Null
 * for `750.50` and `1,234.50`. Dollars have two places, so `1,234` of them is read in one way alone.
 */
export function commaProblem(text: string, of: 'dollars' | 'decimal' = 'decimal'): string | null {
  const input = text.replace(/^\s*\$/, '').trim()
  if (!input.includes(',')) return null
  const twice = of === 'dollars' ? null : twoReadings(input)
  if (twice !== null) return twice
  if (grouped.test(input)) return null
  return (
    decimalPointMessage(input) ??
    'Please enter the number with a decimal point and no comma, like 14.70.'
  )
}

/** `1,234.50` → `1234.50`; anything else as it is, so that a reader refuses a comma it cannot place. */
export function withoutThousands(text: string): string {
  const input = text.trim()
  return grouped.test(input) && twoReadings(input) === null ? input.replaceAll(',', '') : input
}

/** `min` and `max` are whole numbers. */
export type Steps = { by: string; min?: number | undefined; max?: number | undefined }

/** What an arrow key makes of a entered number, between `min` (else 0) and `max`; null where it is none. */
export function stepped(text: string, direction: 1 | -1, { by, min = 0, max }: Steps) {
  const value = parseExact(withoutThousands(text) || '0', 4)
  const step = parseExact(by, 4)
  if (value === null || step === null) return null
  const next = value + step * BigInt(direction)
  const [least, most] = [BigInt(min) * 10_000n, max === undefined ? next : BigInt(max) * 10_000n]
  return formatScaled(next < least ? least : next > most ? most : next, 4, 0)
}
