import type { AlertContent } from '#app/.server/alerts/alert.ts'
import { alertMessages, originLabels } from '#app/.server/alerts/alert-messages.ts'
import type { EmailTemplate } from '#app/domain/emails/email-template.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { Email } from './email.ts'
import { block, type EmailText, fillTemplate, needed, words } from './fill-template.ts'

export type AlertFacts = AlertContent & {
  at: Date
  address: string | null
  browser: string | null
  publicUrl: string
}

/** The email of an alert: what happened, when and from where, what to do, and where to look [ALERT-02]. */
export const alertText = {
  name: 'Alerts',
  when: 'Alerts about sign-ins, prices, staff, disputes, and backups. Sent to owners and to the affected account holder.',
  fields: [
    words('shop', 'Your shop’s name'),
    words('what', 'What happened, in a few words'),
    needed(words('sentence', 'What happened, in a sentence')),
    words('when', 'When it was done and, if known, from where'),
    needed(words('advice', 'What to do')),
    needed(block('link', 'Where to look in the admin area')),
  ],
  builtIn: {
    subject: '{what}',
    body: '{sentence}\n\nThis happened on {when}.\n\n{advice}\n\n{link}',
  },
  values(alert) {
    const { subject, sentence, advice, screen } = alertMessages(alert)
    const origin = originLabels(alert)
    return {
      shop: brand.name,
      what: subject,
      sentence,
      when: `${formatDateTime(alert.at, brand.timeZone)}${origin ? ` ${origin}` : ''}`,
      advice,
      link: [
        { is: 'button', label: screen.label, href: new URL(screen.path, alert.publicUrl).href },
      ],
    }
  },
} satisfies EmailText<AlertFacts>

export function alertEmail(alert: AlertFacts, written: EmailTemplate | null = null): Email {
  return fillTemplate(written ?? alertText.builtIn, alertText.values(alert))
}
