/** Unicode characters; most emoji are one, some are several. */
export const maxGiftNote = 300

/**
 * A gift note as it is kept [GIFT-01]: lines end alike, blanks are single, at most one line is left empty,
 * and what cannot be seen is not in it, least of all what turns the direction of a text. Empty where
 * nothing is left to be read.
 */
export function giftNoteOf(input: string): string {
  const note = input
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(note) ? note : ''
}

/** In characters, as the database counts them too. */
export const lengthOfNote = (note: string) => [...note].length

/** Why it cannot be kept, in a sentence; null where it can. */
export function whyNoGiftNote(note: string): string | null {
  const over = lengthOfNote(note) - maxGiftNote
  if (over <= 0) return null
  return `A gift note can have up to ${maxGiftNote} characters. Please shorten it by ${over}.`
}
