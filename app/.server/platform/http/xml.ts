/** Text inside an element or attribute of XML, without the characters that no XML may hold. */
export function xmlText(words: string): string {
  return xmlCharacters(words).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Without the characters that no XML may hold, however they are written. */
export function xmlCharacters(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to go.
  return words.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
