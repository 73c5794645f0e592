import { AppError } from '#app/.server/platform/errors.ts'
import { giftNoteOf } from '#app/domain/orders/gift-note.ts'
import { typeset } from './typefaces.ts'

/**
 * A text as documents set it: letters composed, spaces alike, without what has no form, such as marks of
 * direction, variants and skin tones.
 */
export const settable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cs}\p{DI}\p{Emoji_Modifier}]/gu, '')

/** Latin letters, which need no look at the typefaces. */
const plain = /^[\n\x20-\x7e]*$/

/** The letters of a text that no typeface here has, each once. */
export function lettersMissing(text: string): string[] {
  if (plain.test(text)) return []
  const sets = text.split('\n').flatMap((line) => typeset(line, 'regular'))
  return [...new Set(sets.flatMap((set) => ('missing' in set ? [set.missing] : [])))]
}

const named = (letter: string) =>
  `“${letter}” (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/** As it is printed; throws where a letter would be missing on paper, with the name of its field [PRINT-02]. */
export function printable(text: string, field: string): string {
  const set = settable(text)
  const missing = lettersMissing(set)
  if (missing.length === 0) return set
  throw new AppError(
    'not_printable',
    422,
    `The document wasn’t created because we can’t print ${missing.map(named).join(', ')} in “${field}.” Please rewrite it with other letters where it was entered, then print again.`,
    { facts: { field } },
  )
}

/** A gift note as the slip prints it, and the letters that it leaves out since no typeface here has them [PRINT-03]. */
export function printedNote(note: string): { text: string; leftOut: string[] } {
  const text = settable(note)
  const leftOut = lettersMissing(text)
  const printed = leftOut.reduce((rest, letter) => rest.replaceAll(letter, ''), text)
  return { text: giftNoteOf(printed), leftOut }
}
