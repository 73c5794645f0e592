import type { Cents } from '../money/cents.ts'

/** That a piece can be engraved: what it costs for each piece, and the longest text in characters. */
export type EngravingOption = { fee: Cents; max: number }

/** An engraving that was priced; its text is null once it was erased with its buyer's data. */
export type Engraved = { text: string | null; fee: Cents }

/** No piece takes more characters. */
export const maxEngraving = 60
export const usualEngraving = 20

// Latin letters with their accents in one character each, digits and signs: what every document of the
// shop can print as it was entered. What turns the direction of a text, marks piled on a letter, tags, emoji
// and the ends of lines are none of these.
const allowed =
  /^[A-Za-z0-9½¼¾À-ÖØ-öø-ćĊ-ēĖ-ěĞ-ģĦħĪīĮ-ĳĶķĹ-ľŁ-ňŊ-ōŐ-śŞ-šŤťŪ-žȘ-ț .,:;!?'"‘’“”&+/()#@*·–—-]*$/

export const engravingCharacters = 'letters, numbers, ¼, ½, ¾, spaces, and basic punctuation'

/**
 * A text as it is kept and cut [ENGRAVE-02]: letters and their accents composed, blanks single, none
 * around it. Empty: no engraving.
 */
export const engravingOf = (input: string) =>
  input
    .normalize('NFC')
    .replace(/[ \u00a0]+/g, ' ')
    .trim()

const graphemes = new Intl.Segmenter('en')
/** One letter or sign with few marks, and nothing that turns the direction of the message it is named in. */
const visible = /^[^\p{C}\p{Z}\p{M}][\p{M}]{0,2}$/u

/** Why a text, as `engravingOf` left it, is not cut; null where it is. */
export function engravingProblem(
  text: string,
  { max }: Pick<EngravingOption, 'max'>,
): string | null {
  if (!allowed.test(text)) {
    const refused = [...new Set([...graphemes.segment(text)].map(({ segment }) => segment))].filter(
      (segment) => !allowed.test(segment) && visible.test(segment),
    )
    const named = refused.slice(0, 5).join(', ')
    return `${named && `We can’t engrave ${named}. `}Please use only ${engravingCharacters}.`
  }
  const over = text.length - max
  return over > 0
    ? `This engraving can have up to ${max} characters. Please shorten it by ${over}.`
    : null
}

type Engravable = { name: string; engraving?: EngravingOption | null }

/** What an engraving of a piece costs, null where none is requested, or the sentence why not. */
export function engravingFor(
  input: string | undefined,
  { name, engraving }: Engravable,
): Engraved | { refused: string } | null {
  const text = engravingOf(input ?? '')
  if (text === '') return null
  if (!engraving) {
    return { refused: `${name} can’t be engraved. Please choose it without an engraving.` }
  }
  const why = engravingProblem(text, engraving)
  return why === null ? { text, fee: engraving.fee } : { refused: `${name}, engraving: ${why}` }
}
