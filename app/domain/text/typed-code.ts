/** Minus signs, the hyphen bullet and the long-vowel mark, which keyboards put where a dash is meant. */
const otherDashes = '\\u2212\\u02d7\\u2043\\u30fc'
const notOfTheCode = new RegExp(
  `[\\p{White_Space}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Pd}${otherDashes}]`,
  'gu',
)

/**
 * A code or number as it is compared: capital letters and digits, however it was entered or pasted. Left out
 * are spaces and dashes of every kind, direction marks and zero-width characters; full-width letters and
 * the digits of other scripts become plain ones. Notes and mail programs write `–` for `-`, and copied
 * text often carries U+200B, U+00A0 or U+202A.
 */
export function plainCode(input: string): string {
  return input
    .normalize('NFKC')
    .replace(notOfTheCode, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .toUpperCase()
}

/** Unicode has the decimal digits of each script in a row, zero first. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((point - zero) % 10)
}

/** The text without one of these units at its end, in any case, and without the spaces before it. */
export function withoutUnit(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase()
  const unit = units.find((each) => lower.endsWith(each))
  return unit === undefined ? text : text.slice(0, -unit.length).trimEnd()
}
