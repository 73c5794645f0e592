import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { EmailTemplate } from '#app/domain/emails/email-template.ts'
import { EmailRefused } from '../gateway/email-gateway.ts'
import { emailPreview } from '../queries/email-preview.ts'
import { oneLine } from '../templates/email.ts'
import { type EmailTextKind, emailTexts } from '../templates/email-texts.ts'

/** A person waits for it. */
const maxWaitMs = 15_000

/**
 * Sends an email in these words to the person signed in, immediately and without the outbox:
 * nothing is stored but that it was sent. Without papers and without links that are keys.
 */
export async function sendTestEmail(
  app: AppContext,
  {
    kind,
    text,
    number,
    to,
  }: { kind: EmailTextKind; text: EmailTemplate; number: string; to: string },
): Promise<void> {
  if (!app.mail) {
    throw new AppError(
      'no_mail_server',
      409,
      'No mail server is set up, so nothing can be sent. You can still see the email in the preview.',
    )
  }
  const email = await emailPreview(app, kind, { text, number })
  const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxWaitMs)])
  const subject = oneLine(`Preview: ${email.subject}`)
  const { text: plain, html } = email
  try {
    await app.mail.send({ id: randomUUID(), to, replyTo: null, subject, text: plain, html }, signal)
  } catch (error) {
    if (!(error instanceof EmailRefused)) throw error
    throw new AppError('mail_refused', 502, `The mail server didn’t accept it: ${error.message}`)
  }
  await withDatabase(app, ({ orm }) =>
    recordAuditEvent(orm, {
      at: app.now(),
      actor: adminActor(to),
      action: 'mail_text.tested',
      facts: { mail: emailTexts[kind].name, to },
    }),
  )
}
