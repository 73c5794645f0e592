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

/**
 * The one address a text is, or null. A list, a name with an address in brackets, quotes and
 * comments are refused: a mail goes to one person, and to whom stands there plainly.
 */
export function mailAddress(text: string | null): string | null {
  const address = text?.trim() ?? ''
  const part = '[^\\s\\p{Cc}\\p{Cf}<>()[\\]\\\\,;:@"]'
  const plain = new RegExp(`^${part}{1,64}@${part}{1,253}$`, 'u')
  return address.isWellFormed() && plain.test(address) ? address : null
}
