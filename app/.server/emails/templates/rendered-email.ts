import type { Email } from './email.ts'
import { oneLine } from './email.ts'
import { emailHtml } from './html.ts'
import { emailText } from './text.ts'

/** What is stored and sent of an email. */
export type RenderedEmail = { subject: string; text: string; html: string }

/** The subject becomes a header, so it is one line. */
export function renderedEmail(email: Email): RenderedEmail {
  const subject = oneLine(email.subject)
  return { subject, text: emailText(email), html: emailHtml({ ...email, subject }) }
}
