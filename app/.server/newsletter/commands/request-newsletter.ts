import type { AppContext } from '#app/.server/app-context.ts'
import { sendAtOnce } from '#app/.server/emails/gateway/send-at-once.ts'
import { confirmNewsletterEmail } from '#app/.server/emails/templates/newsletter-email.ts'
import { renderedEmail } from '#app/.server/emails/templates/rendered-email.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  confirmNewsletterLink,
  leaveNewsletterLink,
} from '#app/.server/platform/newsletter-link.ts'
import type { NewsletterSource } from '#app/contracts/newsletter/newsletter.ts'
import type { OfferedNewsletter } from '../queries/sign-up.ts'

type Asked = { email: string; consent: string; source: NewsletterSource }

/**
 * Emails the link that confirms a sign-up, and stores nothing; the same for an address that is on the list
 * [NEWS-01, NEWS-03]. Refused where the sentence was changed since the page was shown: the visitor agreed to
 * another one.
 */
export async function requestNewsletter(
  app: AppContext,
  { sentence, version }: OfferedNewsletter,
  { email, consent, source }: Asked,
): Promise<void> {
  if (consent !== sentence) {
    const message = 'The wording has changed. Please read it and check the box again.'
    const details = { errors: { consent: message } }
    throw new AppError('consent_changed', 409, message, { details })
  }
  const at = app.now().getTime()
  const confirm = confirmNewsletterLink.to(app, { email, source, sentence, version, at })
  const leave = leaveNewsletterLink.to(app, { email })
  const written = confirmNewsletterEmail({ sentence, confirm, leave })
  await sendAtOnce(app, { to: email, ...renderedEmail(written), endLink: leave })
}
