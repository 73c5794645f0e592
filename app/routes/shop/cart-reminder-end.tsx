import { endReminders } from '#app/.server/cart-reminders/commands/use-link.ts'
import { endCartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { unknownLink } from '#app/domain/emails/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/cart-reminder-end.ts'
import { endAction, endLoader } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepForm } from './keep-form.ts'

export const middleware = [rateLimit('emailLink')]

/** Ends nothing, and says the same whether or not a reminder waits [REMIND-05]. */
export const loader = endLoader(endCartReminderLink)

export const action = endAction(endReminders)

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Cart reminders')

export default function CartReminderEnd({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown } = loaderData
  const isOpen = isKnown && !actionData
  const done = isKnown
    ? 'You won’t get any more cart reminders unless you ask for one again.'
    : unknownLink
  return (
    <LinkPage title="Cart reminders" button={isOpen ? 'End all reminders' : undefined}>
      <LinkText>{isOpen ? 'End all cart reminders you asked for?' : done}</LinkText>
    </LinkPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
