const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })

/** `DE` → `Germany`; a text that is no code of ISO 3166 as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
