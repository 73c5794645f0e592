import { plainCode } from '../text/typed-code.ts'

/** What a search may mean by digits and codes; null where it cannot be one. */
export type SearchNumbers = {
  /** Digits of a phone number, without the country code 1. */
  phone: string | null
  zip: string | null
  /** Its beginning, with its dashes. */
  serial: string | null
  /** Its beginning, without blanks and dashes. */
  tracking: string | null
  receipt: { number: number; livemode: boolean | null } | null
  creditNote: { year: number; number: number; livemode: boolean } | null
  /** The payment provider's id of a payment, whole and as it was entered: its letters tell case apart. */
  payment: string | null
}

/**
 * Reads a search as a phone number, ZIP code, serial number, tracking number and receipt, each in the form it is
 * stored in. A phone number is found from its fourth digit on, a code from its third character.
 */
export function searchNumbers(input: string): SearchNumbers {
  const term = input
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .trim()
  const compact = plainCode(input)
  const serial = term.replace(/\s+/g, '').toUpperCase()
  return {
    phone: phoneDigits(term),
    zip: /^\d{3,5}$|^\d{5}-\d{1,4}$/.test(term) ? term : null,
    serial: /^[A-Z0-9][A-Z0-9-]{2,23}$/.test(serial) ? serial : null,
    tracking: /^[A-Z0-9]{3,40}$/.test(compact) ? compact : null,
    receipt: receiptNumber(compact),
    creditNote: creditNoteNumber(term),
    payment: /^[a-z]{2,10}_\w{3,200}$/i.test(term) ? term : null,
  }
}

function phoneDigits(term: string): string | null {
  const main = term.replace(/[ ,;]*(ext\.?|x|#)[ .]*\d*$/i, '')
  if (!/^[+\d ().\-/]+$/.test(main)) return null
  const digits = main.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 4 && digits.length <= 15 ? digits : null
}

/** `R-00012`, `r12`, `R-TEST-00012`; a bare number is one of either mode. */
function receiptNumber(compact: string): SearchNumbers['receipt'] {
  const [, letter, test, digits] = /^(R)?(TEST)?0*([1-9]\d{0,6})$/.exec(compact) ?? []
  if (!digits || (test && !letter)) return null
  return { number: Number(digits), livemode: letter ? !test : null }
}

/** `CN-2026-0001`, `cn test 2026 1`. */
function creditNoteNumber(term: string): SearchNumbers['creditNote'] {
  const [, test, year, digits] =
    /^CN[- ]?(TEST)?[- ]?(\d{4})[- ]?0*([1-9]\d{0,6})$/i.exec(term) ?? []
  return year && digits ? { year: Number(year), number: Number(digits), livemode: !test } : null
}
