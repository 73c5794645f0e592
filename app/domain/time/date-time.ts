type Style = 'long' | 'short' | 'no year'

/**
 * With its year and its zone, by an IANA name: an order is read again years later, and in another place.
 */
export const formatDateTime = (at: Date, timeZone: string): string => format(at, timeZone, 'long')

/** The same in little space: `Mar 11, 2026, 9:05 AM PDT`. */
export const formatShortDateTime = (at: Date, timeZone: string): string =>
  format(at, timeZone, 'short')

/** Of the last days or weeks: `Mar 11, 9:05 AM PDT`. */
export const formatRecentDateTime = (at: Date, timeZone: string): string =>
  format(at, timeZone, 'no year')

function format(at: Date, timeZone: string, style: Style): string {
  const words = formatterOf(timeZone, style).format(at)
  // Node and browsers disagree about the space before AM and PM.
  return words.replaceAll('\u202f', ' ')
}

/** Made once: making a formatter takes longer than all that it formats. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string, style: Style): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    ...(style === 'no year' ? { month: 'short' } : { year: 'numeric', month: style }),
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  formatters.set(key, made)
  return made
}
