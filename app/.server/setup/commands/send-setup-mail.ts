import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { MailRefused } from '#app/.server/mail/gateway/mail-gateway.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { brand } from '#brand'

/** A person waits for it. */
const maxWaitMs = 15_000

/**
 * Sends a mail to whoever is signed in, at once and beside the outbox, to see that the mail server takes
 * mails of this shop. Recorded once it was taken [SETUP-06].
 */
export async function sendSetupMail(
  app: AppContext,
  to: string,
  waitMs = maxWaitMs,
): Promise<void> {
  if (!app.mail) {
    throw new AppError(
      'no_mail_server',
      409,
      'No mail server is set up, so nothing can be sent. Enter it first.',
    )
  }
  const subject = `${brand.name}: a test mail`
  const text = `This is a test. The shop ${brand.name} can send mails by this mail server.`
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
          reject(new MailRefused('no answer', { permanent: false, code: 'ETIMEDOUT' })),
        )
      }),
    ])
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    throw new AppError('mail_refused', 502, `${inWords(error)} No mail was sent.`)
  }
  await withDatabase(app, ({ orm }) =>
    recordAuditEvent(orm, {
      at: app.now(),
      actor: adminActor(to),
      action: 'settings.mail_tested',
      facts: { to },
    }),
  )
}

/** What went wrong, for somebody who runs a shop; the server's own words where it said some. */
function inWords({ code, message }: MailRefused): string {
  const [kind = ''] = code.split(' ')
  switch (kind) {
    case 'EAUTH':
      return `The mail server did not accept the user name or password: ${sentence(message)}`
    case 'EDNS':
    case 'ENOTFOUND':
      return 'There is no mail server of this name. Please look at the host.'
    case 'EPRIVATE':
      return 'This mail server is inside a private network. Whoever runs the server can allow it by ALLOW_PRIVATE_ADDRESSES.'
    case 'ETIMEDOUT':
      return 'The mail server did not answer in time. Please look at host, port and encryption.'
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'ESOCKET':
      return 'The mail server could not be reached. Please look at host, port and encryption.'
    case 'ETLS':
      return `The connection to the mail server could not be encrypted: ${sentence(message)}`
    default:
      return `The mail server did not take it: ${sentence(message)}`
  }
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)
