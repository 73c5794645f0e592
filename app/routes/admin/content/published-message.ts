import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'

/** What is said after a text was published [TEXTS-08]. */
export function publishedMessage(key: string, input: Record<string, string>, now: Date): string {
  const { shown, text, from, until, date } = input
  if (shown === 'no') return 'Published, and hidden: the journal does not show it.'
  if (key === 'announcement' && !text?.trim()) return 'Published. No announcement is shown.'
  if (until && instantOf(until, brand.timeZone) <= now)
    return 'Published. Its time is over, so the shop does not show it.'
  const begins = from || date
  return begins && instantOf(begins, brand.timeZone) > now
    ? 'Published. The shop shows it automatically when its time comes.'
    : 'Published. The shop shows it now.'
}
