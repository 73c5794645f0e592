import { initials } from '../orders/number.ts'

/** Three to 24 letters, digits and dashes, in capitals. */
const form = /^[A-Z0-9][A-Z0-9-]{2,23}$/

/** As it is kept: in capitals, without blanks around it. Null where it is no serial number. */
export function parseSerial(text: string): string | null {
  const serial = text.trim().toUpperCase()
  return form.test(serial) ? serial : null
}

/** How the shop's own serial numbers begin: `FN-`. */
export const serialPrefix = (shopName: string) => `${initials(shopName) || 'NO'}-`

export const serialDigitsLength = 6

/** `FN-000123`: the shop's initials and a number of six digits or more. */
export function serialOf(shopName: string, number: number): string {
  return `${serialPrefix(shopName)}${String(number).padStart(serialDigitsLength, '0')}`
}
