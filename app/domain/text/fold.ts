/**
 * Text as a search compares it: quotes, dashes, accents, case, width and blanks are what a keyboard
 * writes. The database does the same by search_folded() (db/migrations/0001_text.sql), and a
 * test compares the two. For finding only: two email addresses that fold alike may be two people's.
 */
export function foldText(text: string): string {
  return singleSpaced(isAscii(text) ? text.toLowerCase().replaceAll('`', "'") : foldLetters(text))
}

/** A folded name without the signs in it: `obrien` is O’Brien. name_key() in the database [SEARCH-07]. */
export const nameKey = (folded: string): string => folded.replace(/['-]/g, '')

/** Runs of blanks become one, those at the ends go. */
export function singleSpaced(text: string): string {
  return text.replace(/[ \t\n\r\f\v\u00a0]+/g, ' ').replace(/^ | $/g, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

/** No reader sees these: soft hyphens, joiners, marks of direction, variants of a sign. */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is meant on its own.
  /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/g
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. */
const marks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is meant on its own.
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1abd\u1dc0-\u1dff\u20d0-\u20dc\u20e1\u20e5-\u20f0\ufe20-\ufe2f]/g

/** Before letters are taken apart: `6½` is `6 1/2`, and a lone accent is a quote. */
const fraction = /[\u00bc-\u00be\u2150-\u215e\u2189]/g

const signs: readonly (readonly [plain: string, variants: string])[] = [
  ["'", '‘’‚‛ʹʻʼʽˈ′‵´՚׳＇｀`'],
  ['"', '“”„‟«»‹›″‶〃״＂'],
  ['-', '‐‑‒–—―−⁃─־﹘﹣－'],
  ['/', '⁄∕'],
  ['x', '×'],
  [' ', '\u0085\u1680\u2028\u2029'],
]

/** Letters that are no plain letter with an accent. */
const letters: readonly (readonly [plain: string, letters: string])[] = [
  ['o', 'ø'],
  ['l', 'ł'],
  ['d', 'đð'],
  ['h', 'ħ'],
  ['i', 'ı'],
  ['t', 'ŧ'],
  ['n', 'ŋ'],
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
  ['σ', 'ς'],
]

const capitals =
  'ÆÐØÞĐĦŁŊŒŦẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҲҺӘӨ'
const small =
  'æðøþđħłŋœŧßαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғқңүұҳһәө'

const tableOf = (rows: typeof signs) =>
  new Map(rows.flatMap(([plain, variants]) => [...variants].map((each) => [each, plain] as const)))
const signTable = tableOf(signs)
const letterTable = new Map([
  ...tableOf(letters),
  ...[...capitals].map((capital, at) => {
    const letter = small[at] ?? ''
    return [capital, tableOf(letters).get(letter) ?? letter] as const
  }),
])
const anyOf = (table: ReadonlyMap<string, string>) =>
  new RegExp(`[${[...table.keys()].join('')}]`, 'g')
const anySign = anyOf(signTable)
const anyLetter = anyOf(letterTable)

function foldLetters(text: string): string {
  const plainSigns = (each: string) => each.replace(anySign, (sign) => signTable.get(sign) ?? sign)
  const apart = plainSigns(text.replace(unseen, '').replace(marks, '').replace(fraction, ' $&'))
    .normalize('NFKD')
    .replace(marks, '')
  return plainSigns(apart)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(anyLetter, (letter) => letterTable.get(letter) ?? letter)
}
