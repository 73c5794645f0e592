import type { AppContext } from '#app/.server/app-context.ts'
import { sendAtOnce } from '#app/.server/emails/gateway/send-at-once.ts'
import { confirmAlertEmail } from '#app/.server/emails/templates/price-alert-emails.ts'
import { renderedEmail } from '#app/.server/emails/templates/rendered-email.ts'
import { confirmAlertLink, endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { cents } from '#app/domain/money/cents.ts'
import { alertName } from '../alert-size.ts'
import type { AskedSize } from '../queries/asked-size.ts'

/** Emails the link that confirms an alert, and stores nothing [PIECEALERT-01]. */
export async function requestAlert(
  app: AppContext,
  asked: AskedSize,
  { email, under }: { email: string; under: number },
): Promise<void> {
  const size = { productId: asked.product.id, sizeKey: asked.size.key }
  const end = endAlertLink.to(app, { email, size })
  const written = confirmAlertEmail({
    name: alertName(asked),
    under: cents(under),
    confirm: confirmAlertLink.to(app, { email, ...size, under, at: app.now().getTime() }),
    end,
  })
  await sendAtOnce(app, { to: email, ...renderedEmail(written), endLink: end })
}
