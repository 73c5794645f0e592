const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/**
 * `2024-07-01T23:30:00` as `July 1, 2024`: the day where it was written, read from its
 * own digits, so that no reader's or server's zone can move it.
 */
export function postDate(local: string): string {
  const [year, month, day] = local.slice(0, 10).split('-').map(Number)
  const name = months[(month ?? 0) - 1]
  return name && day && year ? `${name} ${day}, ${year}` : local.slice(0, 10)
}

/**
 * The moment at which clocks in `zone` show `local`. Within hours of a change of clocks it may be
 * the one beside it.
 */
export function instantIn(zone: string, local: string): Date {
  const asIfUtc = Date.parse(`${local.slice(0, 19)}Z`)
  // Swedish writes dates as ISO 8601 does.
  const shown = new Date(asIfUtc).toLocaleString('sv-SE', { timeZone: zone })
  return new Date(asIfUtc - (Date.parse(`${shown.replace(' ', 'T')}Z`) - asIfUtc))
}
