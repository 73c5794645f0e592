/** What is said after a text was published; `now` is the shop's clock, as forms have it [TEXTS-08]. */
export function publishedWords(key: string, typed: Record<string, string>, now: string): string {
  const { shown, text, from, until, date } = typed
  if (shown === 'no') return 'Published, and hidden: the journal does not show it.'
  if (key === 'announcement' && !text?.trim()) return 'Published. No announcement is shown.'
  if (until && until <= now) return 'Published. Its time is over, so the shop does not show it.'
  const begins = from || date
  return begins && begins > now
    ? 'Published. The shop shows it automatically when its time comes.'
    : 'Published. The shop shows it now.'
}
