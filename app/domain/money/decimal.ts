/**
 * Exact decimals as scaled integers. A decimal of `places` places is the integer value × 10^places,
 * held in a bigint while it is worked on, so no binary fraction ever touches a price or a weight.
 */

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Reads a plain decimal (`14.7`, `-0.25`, `.5`, `1e3`) as an integer of 10^-places, rounding half
 * away from zero where it has more places. Null for anything else: blanks, thousands commas, `1,5`,
 * `NaN`, hexadecimal.
 */
export function parseScaled(text: string, places: number): bigint | null {
  const read = readDecimal(text)
  if (!read) return null
  const shift = read.exponent + places
  return shift >= 0
    ? read.digits * 10n ** BigInt(shift)
    : divideHalfUp(read.digits, 10n ** BigInt(-shift))
}

/** As parseScaled, but null where the value has more places than these: nothing is rounded away. */
export function parseExact(text: string, places: number): bigint | null {
  const read = readDecimal(text)
  if (!read) return null
  const shift = read.exponent + places
  if (shift >= 0) return read.digits * 10n ** BigInt(shift)
  const divisor = 10n ** BigInt(-shift)
  return read.digits % divisor === 0n ? read.digits / divisor : null
}

/** The value is digits × 10^exponent, without loss. */
function readDecimal(text: string): { digits: bigint; exponent: number } | null {
  const match = decimalPattern.exec(text.trim())
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  if (digits === '' || digits.length > 60) return null
  const magnitude = BigInt(digits)
  return {
    digits: sign === '-' ? -magnitude : magnitude,
    exponent: Number(exponent) - fraction.length,
  }
}

/** numerator ÷ denominator, rounded half away from zero. The denominator is above zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n
  const magnitude = negative ? -numerator : numerator
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n)
  return negative ? -rounded : rounded
}

/** `147000n` with 4 places → `14.7000`; with `keep`, zeros beyond `keep` places go: `14.70`. */
export function formatScaled(
  value: bigint | number,
  places: number,
  keep: number = places,
): string {
  const big = BigInt(value)
  const digits = (big < 0n ? -big : big).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  let fraction = digits.slice(digits.length - places)
  while (fraction.length > keep && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${big < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** A bigint back into a number that holds it exactly, or null where it would not fit. */
export function toSafeInteger(value: bigint): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}
