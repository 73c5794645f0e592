/** `P.O. Box 12, Bldg. 7` → po, box, 12, bldg, 7. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/'|(?<=\b[a-z])\.(?=[a-z]\b)/g, '')
    .match(/[a-z0-9]+/g) ?? []

/** `blvd` of `boulevard`, `nw` of `northwest`; what has a digit is itself alone. */
function abbreviates(short: string, word: string): boolean {
  if (short === word) return true
  if (short[0] !== word[0] || /\d/.test(short + word)) return false
  let from = 0
  for (const letter of short) {
    from = word.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}

/** How many of the first words `short` is for: one that it abbreviates, or those whose initials it is. */
function wordsFor(short: string, words: readonly string[]): number {
  if (words[0] !== undefined && abbreviates(short, words[0])) return 1
  const initials = words.slice(0, short.length).map((word) => word.slice(0, 1))
  return short.length > 1 && !/\d/.test(short) && initials.join('') === short ? short.length : 0
}

/**
 * Whether a text in ASCII letters says what the longer one does, in fewer or shorter words of it in their
 * order: `1200 NW MLK Jr Blvd` of `1200 Northwest Martin Luther King Junior Boulevard`.
 */
export function isShortened(short: string, long: string): boolean {
  let rest = wordsOf(long)
  const words = wordsOf(short)
  for (const word of words) {
    // The earliest end leaves the most words for those that follow.
    const ends = rest.flatMap((_, index) => {
      const count = wordsFor(word, rest.slice(index))
      return count === 0 ? [] : [index + count]
    })
    if (ends.length === 0) return false
    rest = rest.slice(Math.min(...ends))
  }
  return words.length > 0
}
