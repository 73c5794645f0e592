import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type Email, EmailRefused } from './email-gateway.ts'

/** A person waits for it. */
const maxWaitMs = 15_000

const notSent = 'We couldn’t send the email right now. Please try again in a few minutes.'

/**
 * Sends an email here and now, beside the outbox, where nothing may be stored of an address before its owner
 * confirms; the visitor learns whether the mail server took it [PIECEALERT-01, NEWS-01].
 */
export async function sendAtOnce(
  app: AppContext,
  email: Omit<Email, 'id' | 'replyTo'>,
): Promise<void> {
  if (!app.mail) throw new AppError('no_mail_server', 503, notSent)
  const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxWaitMs)])
  try {
    await app.mail.send({ id: randomUUID(), replyTo: null, ...email }, signal)
  } catch (error) {
    if (!(error instanceof EmailRefused)) throw error
    const { permanent, code } = error
    app.log.warn({ code, permanent }, 'an email to confirm an address was not taken')
    if (!permanent) throw new AppError('mail_not_sent', 503, notSent)
    const message = 'We couldn’t deliver to this address. Please check it.'
    throw new AppError('email_refused', 422, message, { details: { errors: { email: message } } })
  }
}
