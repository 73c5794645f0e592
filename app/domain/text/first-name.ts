/** Titles that are no names, and ends of names of companies. */
const titles = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|dame)$/i
const company = /^(?:llc|inc|ltd|co|corp|company|gmbh|lp|llp|trust|estate|jewelers|jewelry)\.?$/i

/**
 * The name to greet a person by, from a name as it was entered: `Ada` of `ADA BUYER`. Null where it is not
 * clear: one word alone, initials, digits, `Buyer, Ada`, a company [MAIL-08].
 */
export function firstNameOf(name: string): string | null {
  const words = name.trim().split(/\s+/)
  const [first = '', ...rest] = titles.test(words[0]?.replace('.', '') ?? '')
    ? words.slice(1)
    : words
  if (rest.length === 0 || company.test(rest.at(-1) ?? '')) return null
  if (!/^\p{L}[\p{L}\p{M}]*(?:[-’']\p{L}[\p{L}\p{M}]*)*$/u.test(first)) return null
  if (
    [...first].length < 2 ||
    /^(?:the|attn|care)$/i.test(first) ||
    rest.some((word) => /[&\d]/.test(word))
  )
    return null
  const isShouted = first === first.toUpperCase() || first === first.toLowerCase()
  if (!isShouted) return first
  return first.toLowerCase().replace(/(?:^|[-’'])\p{L}/gu, (start) => start.toUpperCase())
}
