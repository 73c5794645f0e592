import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { EmailRefused } from '#app/.server/emails/gateway/email-gateway.ts'
import { emailServerFailure } from '#app/.server/emails/gateway/email-server-failure.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { brand } from '#brand'

/** A person waits for it. */
const maxWaitMs = 15_000

/**
 * Sends an email to the person signed in, at once and without the outbox, to see that the mail
 * server takes emails of this shop. Recorded once it was taken [SETUP-06].
 */
export async function sendSetupEmail(
  app: AppContext,
  to: string,
  waitMs = maxWaitMs,
): Promise<void> {
  if (!app.mail) {
    throw new AppError(
      'no_mail_server',
      409,
      'No mail server is set up, so nothing can be sent. Add one first.',
    )
  }
  const subject = `${brand.name}: a test email`
  const text = `This is a test. The shop ${brand.name} can send email through this mail server.`
  const waiting = AbortSignal.timeout(waitMs)
  const signal = AbortSignal.any([app.closing, waiting])
  try {
    await Promise.race([
      app.mail.send(
        { id: randomUUID(), to, replyTo: null, subject, text, html: `<p>${text}</p>` },
        signal,
      ),
      // A server that says nothing is not waited for.
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () =>
          reject(new EmailRefused('no answer', { permanent: false, code: 'ETIMEDOUT' })),
        )
      }),
    ])
  } catch (error) {
    if (!(error instanceof EmailRefused)) throw error
    throw new AppError(
      'mail_refused',
      502,
      `${emailServerFailure(error).sentence} No email was sent.`,
    )
  }
  await staffTransaction(app, { by: to }, (_tx, { audit }) =>
    audit({ action: 'settings.mail_tested', facts: { to } }),
  )
}
