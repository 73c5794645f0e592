import { carrierNamedIn, pageOfNumber } from './carrier.ts'

/** Part of a tracking text: plain words, or a number that a carrier follows. */
export type TrackingPart = { text: string; href: string | null }

/** Letters and digits, in groups parted by single blanks or dashes, with three digits or more. */
const candidate = /[0-9A-Z]+(?:[ -][0-9A-Z]+)*/gi

/**
 * A tracking text as staff entered it, with the number that can be followed made a link [ORDER-11].
 * `UPS 1Z 999…` keeps its words. A text with no number of a known form is plain.
 */
export function trackingParts(text: string): TrackingPart[] {
  const named = carrierNamedIn(text)
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

/** The longest run of neighboring words that is a number of a carrier. */
function numberIn(
  group: string,
  named: ReturnType<typeof carrierNamedIn>,
): { text: string; start: number; href: string } | null {
  const words = [...group.matchAll(/[0-9A-Z]+/gi)]
  for (let count = words.length; count > 0; count -= 1) {
    for (let first = 0; first + count <= words.length; first += 1) {
      const start = words[first]?.index ?? 0
      const last = words[first + count - 1]
      const text = group.slice(start, (last?.index ?? 0) + (last?.[0].length ?? 0))
      const number = text.replace(/[ -]/g, '').toUpperCase()
      const href = pageOfNumber(number, named)
      if (href) return { text, start, href }
    }
  }
  return null
}

/** Where the parcel can be followed, or null. */
export function trackingLink(text: string): string | null {
  return trackingParts(text).find(({ href }) => href !== null)?.href ?? null
}
