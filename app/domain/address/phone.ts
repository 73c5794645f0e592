/** A phone number that can be dialed from anywhere. */
export type Phone = {
  /** E.164: `+12065550149`. */
  number: string
  /** Digits; empty where there is none. */
  extension: string
}

/** Longer than any number with an extension; what follows takes time by the square of the length. */
const maxLength = 80

/**
 * Reads a phone number as people write it: a number of the United States and its neighbors (country code
 * 1) with or without the code, vanity letters and an extension, or one of any country with `+`, `00` or
 * `011`. Null where it is not known how to dial it: nothing is guessed.
 * Sources: ITU-T E.164, RFC 3966, North American Numbering Plan.
 */
export function readPhone(text: string): Phone | null {
  if (text.length > maxLength) return null
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\u02BB]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(tel|phone):\s*/i, '')
  const [, main = '', extension = ''] =
    /^(.*?)(?:[ ,;]*(?:;ext=|extension|ext\.?|x|#)[ .:#-]*(\d{1,8}))?$/i.exec(plain) ?? []
  if (!/^\+?[\dA-Za-z ().\-/]+$/.test(main) || !hasPairs(main)) return null
  const compact = main.replace(/[ .\-/]/g, '').replace(/^(\+|00|011)(\d+)\(0\)/, '$1$2')
  const international = /^(?:\+|00|011)([1-9]\d*)$/.exec(compact.replace(/[()]/g, ''))?.[1]
  const number =
    international !== undefined && !international.startsWith('1')
      ? ofAnyCountry(international)
      : northAmerican(compact.replace(/[()]/g, '').replace(/^(\+|00|011)(?=1)/, ''))
  return number === null ? null : { number, extension }
}

/** Brackets around digits, never open or nested. */
const hasPairs = (text: string) => !/[()]/.test(text.replace(/\([^()]*\)/g, ''))

/** The shortest numbers with their country code have seven digits. */
const ofAnyCountry = (digits: string) => (/^\d{7,15}$/.test(digits) ? `+${digits}` : null)

const keypad = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

/** `18004653999`, `1800GOLD999`; letters beyond the tenth digit are part of the word and are not dialed. */
function northAmerican(text: string): string | null {
  const [, area, rest = ''] = /^1?([2-9]\d\d)([2-9A-Z][\dA-Z]*)$/i.exec(text) ?? []
  if (!area || !/^(\d*[A-Z]{3,}\d*|\d*)$/i.test(rest)) return null
  if (rest.length < 7 || (rest.length > 7 && !/[A-Z]$/i.test(rest.slice(0, 7)))) return null
  if (/\d/.test(rest.slice(7))) return null
  const digits = [...rest.slice(0, 7).toLowerCase()].map((one) =>
    /\d/.test(one) ? one : String(keypad.findIndex((letters) => letters.includes(one)) + 2),
  )
  return `+1${area}${digits.join('')}`
}

/** RFC 3966: `tel:+12065550149;ext=12`. */
export const phoneUri = ({ number, extension }: Phone) =>
  `tel:${number}${extension && `;ext=${extension}`}`
