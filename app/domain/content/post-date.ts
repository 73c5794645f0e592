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

const wordsPerMinute = 200

/** Minutes to read, rounded up [BLOG-11]; nothing to read takes none. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length
  return Math.ceil(words / wordsPerMinute)
}
