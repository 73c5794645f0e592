/**
 * With its year and its zone, by an IANA name: an order is read again years later, and in another place.
 */
export function formatDateTime(at: Date, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
  // Node and browsers disagree about the space before AM and PM.
  return words.replaceAll('\u202f', ' ')
}
