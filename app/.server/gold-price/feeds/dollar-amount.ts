/** A text that does not name one price in US dollars; the message says why, after the feed's name. */
export class NoPriceOnPage extends Error {}

/** Digits with the separators shops write: 4,083.20 · 4.083,20 · 4 083,20 · 4'083.20 · 4083.2. */
const number = String.raw`\d+(?:[.,'’]\d+| \d{3}(?!\d))*`
const marked = new RegExp(
  String.raw`(?:US ?\$|USD ?\$?|\$ ?(?:US)?) ?(${number})|(${number}) ?(?:US ?\$|USD|\$)`,
  'g',
)
const bareNumber = new RegExp(
  `^(${number})(?: ?(?:per|/)? ?(?:troy )?(?:ounce|ozt?|gram|g))?$`,
  'i',
)

/** Dollars that are not the United States', and what is next to a `$` sign to say so. */
const foreignDollar = /(?<![A-Za-z])(?!US)[A-Z]{1,3}\$/
const foreignCode =
  /\b(?:AED|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RUB|SAR|SEK|SGD|THB|TRY|TWD|VND|ZAR)\b/
const rangeWord = /\b(?:from|starting|as low as|up to|between|or more)\b/i
const rangeAfter = /^ ?(?:[-–—~]|to) ?[$\d]/
const rangeBefore = /[\d$] ?(?:[-–—~]|to) ?$/
const minus = /[-−] ?$/

/**
 * The one amount in US dollars that a text names, as a plain decimal: `$4,083.20` → `4083.20`.
 * A bare number counts too, since the page is the shop's own. Refuses other currencies, ranges,
 * several amounts, negative ones, and separators that could be read in two ways.
 */
export function dollarAmount(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim()
  if (plain === '') throw new NoPriceOnPage('shows an empty price')
  const sign = /\p{Sc}/u.exec(plain.replaceAll('$', ''))?.[0]
  const foreign = sign ?? foreignDollar.exec(plain)?.[0] ?? foreignCode.exec(plain)?.[0]
  if (foreign) throw new NoPriceOnPage(`shows a price in another currency (${foreign})`)
  if (rangeWord.test(plain)) throw new NoPriceOnPage('shows a range of prices')

  const amounts = new Set<string>()
  for (const match of plain.matchAll(marked)) {
    const before = plain.slice(0, match.index)
    const after = plain.slice(match.index + match[0].length)
    if (rangeAfter.test(after) || rangeBefore.test(before)) {
      throw new NoPriceOnPage('shows a range of prices')
    }
    if (minus.test(before)) throw new NoPriceOnPage('shows a negative price')
    amounts.add(plainDecimal(match[1] ?? match[2] ?? ''))
  }
  if (amounts.size === 0) {
    const bare = bareNumber.exec(plain)?.[1]
    if (bare === undefined) throw new NoPriceOnPage('shows no price in U.S. dollars')
    amounts.add(plainDecimal(bare))
  }
  const [amount] = amounts
  if (amount === undefined || amounts.size > 1) throw new NoPriceOnPage('shows several prices')
  return amount
}

/**
 * A written number as a plain decimal. Of two kinds of separator the last is the decimal one. A
 * single point is a decimal point, as in the United States; a single comma before three digits
 * parts thousands, before one or two it is a decimal comma.
 */
function plainDecimal(written: string): string {
  const separators = written.replace(/\d/g, '')
  const last = separators.at(-1)
  if (last === undefined) return written
  const kinds = new Set(separators)
  const [whole = '', fraction = ''] = splitAtLast(written, last)
  const couldBeDecimal = last === '.' || last === ','
  if (kinds.size === 1) {
    if (separators.length > 1 || !couldBeDecimal) return ungrouped(written, last)
    if (last === ',' && fraction.length > 2) return ungrouped(written, last)
    return `${whole}.${fraction}`
  }
  const group = separators[0]
  if (kinds.size > 2 || !couldBeDecimal || group === undefined || whole.includes(last)) {
    throw new NoPriceOnPage(`shows a number that cannot be read (${written})`)
  }
  return `${ungrouped(whole, group)}.${fraction}`
}

function ungrouped(written: string, separator: string): string {
  const [first = '', ...groups] = written.split(separator)
  if (first.length > 3 || groups.some((group) => group.length !== 3)) {
    throw new NoPriceOnPage(`shows a number that cannot be read (${written})`)
  }
  return first + groups.join('')
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}
