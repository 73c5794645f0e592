import { plainCode } from '../text/typed-code.ts'
import { serialDigitsLength } from '../weighing/serial.ts'

/** Those whose number begins as entered: of one mode or both, of some years, or a single one. */
export type CreditNotes = { livemodes: readonly boolean[]; years: Years; number: number | null }
type Years = { from: number; to: number }

/** What a search may mean by digits and codes; null where it cannot be one. */
export type SearchNumbers = {
  /** Digits of a phone number, without the country code 1. */
  phone: string | null
  zip: string | null
  /** Its beginning, with its dashes. */
  serial: string | null
  /** The digits at the end of one: their beginning, and all of them with the zeros of the shop's own numbers. */
  serialDigits: { start: string | null; whole: string } | null
  /** Its beginning, without blanks and dashes. */
  tracking: string | null
  receipt: { number: number; livemode: boolean | null } | null
  creditNotes: CreditNotes | null
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
    serialDigits: serialDigits(term),
    tracking: /^[A-Z0-9]{3,40}$/.test(compact) ? compact : null,
    receipt: receiptNumber(compact),
    creditNotes: creditNoteNumbers(term),
    payment: /^[a-z]{2,10}_\w{3,200}$/i.test(term) ? term : null,
  }
}

/** `000123`, `0001` or `123` of FN-000123. */
function serialDigits(term: string): SearchNumbers['serialDigits'] {
  if (!/^\d{2,24}$/.test(term)) return null
  return { start: term.length > 2 ? term : null, whole: term.padStart(serialDigitsLength, '0') }
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

/** `CN-2026-0001`, `cn test 2026 1`, or how one begins: `CN`, `CN-TEST`, `CN-20`, `CN-2026-00`. */
function creditNoteNumbers(term: string): CreditNotes | null {
  const parts =
    /^CN[- ]?(T(?:E(?:ST?)?)?)?(?:[- ]?(\d{1,3}|\d{4}(?:[- ]?(\d{1,7}))?))?[- ]?$/i.exec(term)
  if (!parts) return null
  const [, test, years = '', digits = ''] = parts
  // Only a whole TEST is followed by a year.
  if (test && test.length < 4 && years !== '') return null
  return {
    livemodes: test ? [false] : years === '' ? [true, false] : [true],
    years: yearsOf(years.slice(0, 4)),
    number: Number(digits) || null,
  }
}

/** The years that begin with these digits. */
const yearsOf = (digits: string): Years => ({
  from: Number(digits.padEnd(4, '0')),
  to: Number(digits.padEnd(4, '9')),
})
