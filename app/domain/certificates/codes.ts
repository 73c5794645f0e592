import { plainCode } from '../text/typed-code.ts'

/** Crockford's alphabet: none that is mistaken for another when read aloud or copied (no I, L, O, U). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Of five bits each: 130 bits, and 80. */
const idLetters = 26
const codeLetters = 16

/** How many random bytes an id or a claim code is drawn from. */
export const bytesOfId = idLetters
export const bytesOfClaimCode = codeLetters

/** 256 is a whole multiple of 32, so every letter is as likely as any other. */
function drawn(random: Uint8Array, letters: number): string {
  if (random.length < letters) throw new RangeError(`needs ${letters} random bytes`)
  return Array.from(random.subarray(0, letters), (byte) => alphabet[byte % 32]).join('')
}

/** The address of a certificate: 130 random bits, which cannot be guessed or walked [CERT-03]. */
export const certificateId = (random: Uint8Array): string => drawn(random, idLetters).toLowerCase()

export const isCertificateId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{26}$/.test(text)

/** What lies in the box and shows that somebody has it: `7K3M-Q9XZ-01AB-CDEF`. */
export const claimCode = (random: Uint8Array): string =>
  (drawn(random, codeLetters).match(/.{4}/g) ?? []).join('-')

/** As it was entered (typed-code.ts), also with the letters that are mistaken; null: no code. */
export function readClaimCode(input: string): string | null {
  const letters = plainCode(input).replace(/O/g, '0').replace(/[IL]/g, '1')
  if (letters.length !== codeLetters || [...letters].some((each) => !alphabet.includes(each))) {
    return null
  }
  return (letters.match(/.{4}/g) ?? []).join('-')
}
