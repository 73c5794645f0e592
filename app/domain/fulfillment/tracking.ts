/** Part of a tracking text: plain words, or a number that a carrier follows. */
export type TrackingPart = { text: string; href: string | null }

type Carrier = {
  name: RegExp
  /** The forms of its numbers, without blanks and dashes. */
  numbers: RegExp
  href: (number: string) => string
}

/**
 * Carriers by the forms of their numbers, the plainest form first. A form that another carrier or a
 * telephone number has as well counts only where the text names the carrier.
 * Sources: ups.com, usps.com, fedex.com, dhl.com, each its page on tracking numbers.
 */
const carriers: Record<'ups' | 'usps' | 'fedex' | 'dhl', Carrier> = {
  ups: {
    name: /\bups\b/i,
    numbers: /^(1Z[0-9A-Z]{16}|T\d{10}|\d{9}|\d{26})$/i,
    href: (number) => `https://www.ups.com/track?tracknum=${number}`,
  },
  usps: {
    name: /\busps\b|\bpostal service\b/i,
    numbers: /^(\d{20}|\d{22}|\d{26}|\d{30}|\d{34}|[A-Z]{2}\d{9}US)$/i,
    href: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  fedex: {
    name: /\bfed ?ex\b/i,
    numbers: /^(\d{12}|\d{15}|\d{20}|\d{22}|\d{34})$/,
    href: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  dhl: {
    name: /\bdhl\b/i,
    numbers: /^(\d{10,12}|\d{20}|J[JV]D\d{10,20})$/i,
    href: (number) => `https://www.dhl.com/us-en/home/tracking.html?submit=1&tracking-id=${number}`,
  },
}

/** Forms that only one carrier has, or nearly so. */
const telling: readonly (readonly [RegExp, keyof typeof carriers])[] = [
  [/^1Z[0-9A-Z]{16}$/i, 'ups'],
  [/^9[1-5]\d{20}$/, 'usps'],
  [/^[A-Z]{2}\d{9}US$/i, 'usps'],
  [/^(\d{12}|\d{15})$/, 'fedex'],
  [/^J[JV]D\d{10,20}$/i, 'dhl'],
]

/** Letters and digits, in groups parted by single blanks or dashes, with three digits or more. */
const candidate = /[0-9A-Z]+(?:[ -][0-9A-Z]+)*/gi

/**
 * A tracking text as staff typed it, with the number that can be followed made a link [ORDER-11].
 * `UPS 1Z 999…` keeps its words. A text with no number of a known form is plain.
 */
export function trackingParts(text: string): TrackingPart[] {
  const named = Object.values(carriers).find(({ name }) => name.test(text))
  for (const { 0: group, index } of text.matchAll(candidate)) {
    const found = numberIn(group, named)
    if (!found) continue
    const start = index + found.start
    const end = start + found.text.length
    return [
      { text: text.slice(0, start), href: null },
      { text: found.text, href: found.href },
      { text: text.slice(end), href: null },
    ].filter((part) => part.text !== '')
  }
  return [{ text, href: null }]
}

function carrierOf(number: string, named: Carrier | undefined): Carrier | null {
  if (named) return named.numbers.test(number) ? named : null
  const found = telling.find(([form]) => form.test(number))
  return found ? carriers[found[1]] : null
}

/** The longest run of neighboring words that is a number of a carrier. */
function numberIn(
  group: string,
  named: Carrier | undefined,
): { text: string; start: number; href: string } | null {
  const words = [...group.matchAll(/[0-9A-Z]+/gi)]
  for (let count = words.length; count > 0; count -= 1) {
    for (let first = 0; first + count <= words.length; first += 1) {
      const start = words[first]?.index ?? 0
      const last = words[first + count - 1]
      const text = group.slice(start, (last?.index ?? 0) + (last?.[0].length ?? 0))
      const number = text.replace(/[ -]/g, '').toUpperCase()
      const carrier = carrierOf(number, named)
      if (carrier) return { text, start, href: carrier.href(number) }
    }
  }
  return null
}

/** Where the parcel can be followed, or null. */
export function trackingLink(text: string): string | null {
  return trackingParts(text).find(({ href }) => href !== null)?.href ?? null
}
