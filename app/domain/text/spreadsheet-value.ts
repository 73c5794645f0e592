import { foldText } from './fold.ts'

/** The months' names in languages that a spreadsheet may be in, and what is no beginning of one. */
const monthNames = [
  'january januar januari janvier gennaio enero janeiro',
  'february februar februari fevrier febbraio febrero fevereiro',
  'march marz maart mars marzo marco mrz mrt',
  'april avril aprile abril',
  'may mai mei maggio mayo maio',
  'june juni juin giugno junio junho',
  'july juli juillet luglio julio julho',
  'august augustus aout agosto',
  'september septembre settembre septiembre setembro',
  'october oktober octobre ottobre octubre outubro okt',
  'november novembre noviembre',
  'december dezember decembre dicembre diciembre',
].map((names) => names.split(' '))

/** 1 to 12; 0 for a word that is no month. */
const monthOf = (word: string): number =>
  word.length < 3
    ? 0
    : monthNames.findIndex((names) => names.some((name) => name.startsWith(word))) + 1

/** Two numbers that a date was made of, in either order: `1/2` and `2/1` are one. */
const pair = (one: number, other: number) => `${Math.min(one, other)}/${Math.max(one, other)}`

/** Excel counts days from the end of 1899; these are 2000 to 2099. */
const serials = { from: 36_526, to: 73_050 }

/** A day, and behind the point the time of that day. */
const serial = /^\d{5}(?:[.,]\d+)?$/
/** `1月2日`, with or without its year; Korean in the form in which foldText leaves it. */
const chineseDate = new RegExp(
  `^(?:\\d{2,4} ?(?:年|${'년'.normalize('NFKD')}) ?)?(\\d{1,2}) ?(?:月|${'월'.normalize('NFKD')}) ?(\\d{1,2}) ?(?:日|${'일'.normalize('NFKD')})$`,
)

/** What pairs of numbers a date as spreadsheets show it may come from; empty for what is no date. */
function datePairs(folded: string): string[] {
  const text = folded.replace(/[ t]\d{1,2}:\d\d(?::\d\d)?(?: [ap]m)?$/, '')
  const [, day = '', dayMonth] =
    /^(\d{1,2})[-./ ]{0,2}(\p{L}{3,10})\.?(?:[-./ ]+(?:\d{2}|\d{4}))?$/u.exec(text) ?? []
  const month = monthOf(dayMonth ?? '')
  if (month > 0) return [pair(Number(day), month)]
  const [, wordMonth, count = ''] =
    /^(\p{L}{3,10})\.?[-./ ]{0,2}(\d{4}|\d{1,2})(?:,? \d{4})?$/u.exec(text) ?? []
  const named = monthOf(wordMonth ?? '')
  // `Jan-32` is a month and a year: 1/32.
  if (named > 0) return [pair(named, Number(count) % 100), pair(named, Number(count))]
  const [, first, , second] = /^(\d{1,2})([-./])(\d{1,2})\2(?:\d{4}|\d{2})$/.exec(text) ?? []
  if (first !== undefined) return [pair(Number(first), Number(second))]
  const [, isoMonth, isoDay] = /^\d{4}[-./](\d{1,2})[-./](\d{1,2})$/.exec(text) ?? []
  if (isoMonth !== undefined) return [pair(Number(isoMonth), Number(isoDay))]
  const [, cjkMonth, cjkDay] = chineseDate.exec(text) ?? []
  if (cjkMonth !== undefined) return [pair(Number(cjkMonth), Number(cjkDay))]
  const days = serial.test(text) ? Number.parseInt(text, 10) : 0
  if (days >= serials.from && days <= serials.to) {
    const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000)
    return [pair(date.getUTCMonth() + 1, date.getUTCDate())]
  }
  return []
}

const shortened = /^-?\d(?:[.,](\d+))?e[+-]?\d+$/

/** What is left of a number or time of day in a spreadsheet: no zeros at its ends, 15 digits. */
function numberKey(folded: string): string | null {
  const [, time] = /^0?(\d{1,2}:\d\d)(?::00)?$/.exec(folded) ?? []
  if (time !== undefined) return `at ${time}`
  const [, whole = '', fraction = ''] = /^\+?(\d+)(?:\.(\d*))?$/.exec(folded) ?? []
  if (whole === '') return null
  const digits = whole.replace(/^0+(?=\d)/, '')
  const kept = digits.slice(0, 15).padEnd(digits.length, '0')
  const rest = fraction.replace(/(?<!0)0+$/, '')
  return rest === '' ? kept : `${kept}.${rest}`
}

const twoNumbers = /^(\d{1,4}) ?[-./] ?(\d{1,4})(?: ?[-./] ?\d{1,4})?$/

/** The keys by which a text is found again from what a spreadsheet made of it. */
function keysOf(text: string): string[] {
  const folded = foldText(text)
  const [, one, other] = twoNumbers.exec(folded) ?? []
  const number = numberKey(folded)
  return [
    ...(one === undefined ? [] : [pair(Number(one), Number(other))]),
    ...datePairs(folded),
    ...(number === null ? [] : [number]),
  ]
}

/** Whether a spreadsheet shows another text than this after opening a file with it. */
export function looksConverted(text: string): boolean {
  if (text.length > 40) return false
  const folded = foldText(text)
  return (
    twoNumbers.test(folded) ||
    datePairs(folded).length > 0 ||
    shortened.test(folded) ||
    /^\d+(?:\.\d*)?e[+-]?\d+$/.test(folded) ||
    /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m?)?$/.test(folded) ||
    /^[-+]?[$€£]?[\d,]*\d(?:\.\d*)?%?$/.test(folded) ||
    /^\.\d+$/.test(folded)
  )
}

/** A date, as a spreadsheet shows it; what is meant as a number is none. */
export const looksLikeDate = (text: string): boolean => {
  const folded = foldText(text)
  return !serial.test(folded) && text.length <= 40 && datePairs(folded).length > 0
}

/** `1.23E+11`: digits are lost. */
export const looksShortened = (text: string): boolean => shortened.test(foldText(text))

export type MadeOf = { was: string } | { why: string }

const asText = 'with an apostrophe before it'

/**
 * What a spreadsheet made a cell of, among the texts that may be meant: `2-Jan` of `1/2`, `7` of `007`.
 * `why` says what is wrong where that is not one of them alone. Null for a cell that is as it was entered.
 */
export function madeOf(known: readonly string[]): (cell: string) => MadeOf | null {
  let index: ReturnType<typeof indexed> | null = null
  return (cell) => {
    if (cell.length > 40) return null
    const folded = foldText(cell)
    const isShort = shortened.test(folded)
    const pairs = datePairs(folded)
    const number = numberKey(folded)
    if (!isShort && pairs.length === 0 && number === null) return null
    index ??= indexed(known)
    const { byKey, digits } = index
    const found = isShort
      ? digits.filter((text) => isShortOf(folded, text))
      : [...pairs, ...(number === null ? [] : [number])].flatMap((key) => byKey.get(key) ?? [])
    const [was, another] = new Set(found)
    if (was !== undefined && another === undefined) return { was }
    if (was !== undefined) {
      return {
        why: `A spreadsheet changed this, and it may have been “${was}” or “${another}.” Please enter the right one, ${asText}: '${was}.`,
      }
    }
    if (isShort) {
      return { why: `A spreadsheet shortened this number. Please enter all its digits, ${asText}.` }
    }
    if (pairs.length === 0) return null
    return {
      why: `A spreadsheet seems to have turned this into a date. Please enter what it was, ${asText}, like '1/2.`,
    }
  }
}

function indexed(known: readonly string[]) {
  const byKey = new Map<string, string[]>()
  for (const text of known) {
    for (const key of new Set(keysOf(text))) {
      const same = byKey.get(key)
      if (same) same.push(text)
      else byKey.set(key, [text])
    }
  }
  return { byKey, digits: known.filter((text) => /^\d+$/.test(text)) }
}

function isShortOf(short: string, text: string): boolean {
  const places = shortened.exec(short)?.[1]?.length ?? 0
  return (
    Number(text).toExponential(places) === Number(short.replace(',', '.')).toExponential(places)
  )
}

/** What is no value but what a program writes in place of one; null for a value. */
export function noValue(text: string): string | null {
  if (
    /^#(?:ref|name|value|num|null|n\/a|div\/0|spill|calc|field|wert|bezug|nv|zahl|leer)[!?]?$/i.test(
      text,
    ) ||
    /^err:\d{3}$/i.test(text)
  ) {
    return 'This is a formula error from the spreadsheet. Please enter the value.'
  }
  if (/^#{3,}$/.test(text))
    return 'The spreadsheet’s column was too narrow. Please enter the value.'
  if (/^[=＝]/.test(text)) {
    return `This is a formula. Please enter its value, or the text ${asText}.`
  }
  if (/^[(<[]?(?:null|nil|nan|undefined|n\/a)[)>\]]?$/i.test(text)) {
    return `Some programs write this for a blank cell. Please leave the cell blank, or enter the text ${asText}.`
  }
  return null
}

/** Whether letters of `before` became question marks, as in files that are not saved as UTF-8. */
export function lostLetters(before: string, text: string): boolean {
  return (
    text !== before &&
    text.length === before.length &&
    [...text.split('').keys()].every(
      (at) => text[at] === before[at] || (text[at] === '?' && (before[at] ?? '') > '\u007f'),
    )
  )
}
