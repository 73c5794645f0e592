/**
 * Any text as one line that cannot begin another header or turn the reading direction: line ends,
 * control characters and the invisible marks of direction become a blank.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
