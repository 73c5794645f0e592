/**
 * What a line is never broken inside: a number and its unit (`3.4 mm`, `24 × 24 × 3.4 mm`,
 * `1-3 weeks`, `9:00 AM UTC`), words tied to a number or a single letter by a hyphen (`18-inch`,
 * `email`, `X-ray`), `Suite 100`.
 * The characters stay as they are, so that search and copying find them. Repetitions are bounded: staff
 * write these texts, and 60,000 digits would otherwise take 10 seconds.
 */
const unbroken =
  /((?:\d[\d.,:]{0,20}-|(?:\d[\d.]{0,20}[ \u00a0]×[ \u00a0]){1,5})?\d[\d.,:]{0,20}[ \u00a0](?:g|mm|cm|oz|[AP]M(?: UTC| P[SD]T)?|weeks?|days?)\b|\d{1,20}-\p{L}+|\b[a-z]-\p{L}+|\bSuite \d+)/giu

/** The text in parts; every second one is to stay on one line. */
export function unbrokenParts(text: string): string[] {
  return text.split(unbroken)
}

/** For HTML whose texts and attributes are escaped; tags stay as they are. For `.unbroken` see text.css. */
export function unbrokenHtml(html: string): string {
  return html.replace(tagOrUnbroken, (found, whole?: string) =>
    whole ? `<span class="unbroken">${whole}</span>` : found,
  )
}

const tagOrUnbroken = new RegExp(`<[^<>]*>|${unbroken.source}`, unbroken.flags)

/**
 * A text without the controls that turn the direction of what follows, also of text beside it: nobody types
 * them, and with them a name shows as another. Letters run in their direction without them. Source: Unicode
 * Standard Annex 9, explicit embeddings, overrides and isolates.
 */
export const withoutDirection = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
