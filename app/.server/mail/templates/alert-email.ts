import type { AlertContent } from '#app/.server/alerts/alert.ts'
import { alertWords, formatShopTime, originWords } from '#app/.server/alerts/alert-words.ts'
import { brand } from '#brand'
import type { Email } from './email.ts'

export type AlertFacts = AlertContent & {
  at: Date
  address: string | null
  browser: string | null
}

/** The mail of an alert: what happened, when and from where, what to do, and where to look [ALERT-02]. */
export function alertEmail(alert: AlertFacts, publicUrl: string): Email {
  const { subject, sentence, advice, screen } = alertWords(alert)
  const origin = originWords(alert)
  return {
    subject: `${brand.name}: ${subject}`,
    blocks: [
      { is: 'paragraph', text: sentence },
      {
        is: 'paragraph',
        text: `It was ${formatShopTime(alert.at)}${origin ? `, ${origin}` : ''}.`,
      },
      { is: 'paragraph', text: advice },
      { is: 'link', label: screen.label, href: new URL(screen.path, publicUrl).href },
    ],
  }
}
