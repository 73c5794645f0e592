import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'

/** What is said after a text was published [TEXTS-08]. */
export function publishedMessage(key: string, input: Record<string, string>, now: Date): string {
  const { shown, text, from, until, date } = input
  if (shown === 'no') return 'Published but hidden: it doesn’t appear in the journal.'
  if (key === 'announcement' && !text?.trim()) return 'Published. No announcement is shown.'
  if (until && instantOf(until, brand.timeZone) <= now)
    return 'Published. Its end time has passed, so the shop isn’t showing it.'
  const begins = from || date
  return begins && instantOf(begins, brand.timeZone) > now
    ? 'Published. The shop will show it automatically at the scheduled time.'
    : 'Published. The shop is showing it now.'
}
