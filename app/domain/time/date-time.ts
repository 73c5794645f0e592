import { formatter } from './formatter.ts'

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

/** The zone's name in words: `Pacific Time`. */
export const formatTimeZone = (timeZone: string): string =>
  formatter({ timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

function format(at: Date, timeZone: string, style: Style): string {
  const words = formatterOf(timeZone, style).format(at)
  // Node and browsers disagree about the space before AM and PM, and leave out the comma after the year.
  return words.replaceAll('\u202f', ' ').replace(/(\d{4}) at /, '$1, at ')
}

const formatterOf = (timeZone: string, style: Style) =>
  formatter({
    ...(style === 'no year' ? { month: 'short' } : { year: 'numeric', month: style }),
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
