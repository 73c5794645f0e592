const wordsPerMinute = 200

/** Minutes to read, rounded up [BLOG-11]; nothing to read takes none. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter(Boolean).length
  return Math.ceil(words / wordsPerMinute)
}
