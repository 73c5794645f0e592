import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { EmailRefused } from '#app/.server/emails/gateway/email-gateway.ts'
import { confirmAlertEmail } from '#app/.server/emails/templates/price-alert-emails.ts'
import { renderedEmail } from '#app/.server/emails/templates/rendered-email.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { confirmAlertLink, endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { cents } from '#app/domain/money/cents.ts'
import { alertName } from '../alert-size.ts'
import type { AskedSize } from '../queries/asked-size.ts'

/** A person waits for it. */
const maxWaitMs = 15_000

const notSent = 'We couldn’t send the email right now. Please try again in a few minutes.'

/**
 * Emails the link that confirms an alert. It is sent here and now, beside the outbox, since nothing is stored
 * of an address before it is confirmed; the sender learns whether the mail server took it [PIECEALERT-01].
 */
export async function requestAlert(
  app: AppContext,
  asked: AskedSize,
  { email, under }: { email: string; under: number },
): Promise<void> {
  if (!app.mail) throw new AppError('no_mail_server', 503, notSent)
  const size = { productId: asked.product.id, sizeKey: asked.size.key }
  const request = { email, ...size, under, at: app.now().getTime() }
  const written = confirmAlertEmail({
    name: alertName(asked),
    under: cents(under),
    confirm: confirmAlertLink(app, request),
    end: endAlertLink(app, { email, size }),
  })
  const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxWaitMs)])
  try {
    await app.mail.send(
      {
        ...{ id: randomUUID(), to: email, replyTo: null },
        ...renderedEmail(written),
        endLink: endAlertLink(app, { email, size }),
      },
      signal,
    )
  } catch (error) {
    if (!(error instanceof EmailRefused)) throw error
    const { permanent, code } = error
    app.log.warn({ code, permanent }, 'the email to confirm a price alert was not taken')
    if (!permanent) throw new AppError('mail_not_sent', 503, notSent)
    const message = 'We couldn’t deliver to this address. Please check it.'
    throw new AppError('email_refused', 422, message)
  }
}
