const allowed = ['http', 'https', 'mailto', 'tel']

/**
 * Whether a link in a description may lead there [D12]: http, https, mailto, tel, or relative.
 * Browsers overlook blanks and control characters in a scheme, so these are taken out first; `//`
 * names another site without a scheme and is refused, as it is at save and at render.
 */
export function isAllowedLink(address: string): boolean {
  const bare = address.replace(/[\p{Cc}\p{Z}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
  if (bare === '' || /^[/\\]{2}/.test(bare)) return false
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1]
  return scheme === undefined || allowed.includes(scheme.toLowerCase())
}
