import { plainCode } from '../text/typed-code.ts'

/** The buyer picks it up at the workshop, as they chose in the cart. */
export const isPickup = ({ shippingMethod }: { shippingMethod: string }): boolean =>
  shippingMethod === 'pickup'

/** What the buyer shows when they pick up their order: one of a million. */
const codeDigits = 6

/** Of the first bytes of a digest: 48 bits are so many more than a million that no code is likelier. */
export function pickupCodeOf(digest: Uint8Array): string {
  const number = digest.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0')
}

/** `123 456`, as the buyer reads it. */
export const formatPickupCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

/** As it was entered, with spaces or without; null where it is no code. */
export function readPickupCode(input: string): string | null {
  const code = plainCode(input)
  return /^\d{6}$/.test(code) ? code : null
}

/** Wrong codes of an order, and since when. */
export type WrongCodes = { wrongCodes: number; wrongSince: Date | null }

export const maxWrongCodes = 5
const wrongCodesLastMs = 60 * 60_000

/** How many more codes may be entered now [PICKUP-04]. */
export function codesLeft({ wrongCodes, wrongSince }: WrongCodes, now: Date): number {
  if (wrongSince === null || isOver(wrongSince, now)) return maxWrongCodes
  return Math.max(0, maxWrongCodes - wrongCodes)
}

/** After one more wrong code. */
export function withWrongCode({ wrongCodes, wrongSince }: WrongCodes, now: Date): WrongCodes {
  return wrongSince === null || isOver(wrongSince, now)
    ? { wrongCodes: 1, wrongSince: now }
    : { wrongCodes: wrongCodes + 1, wrongSince }
}

const isOver = (since: Date, now: Date) => now.getTime() - since.getTime() >= wrongCodesLastMs
