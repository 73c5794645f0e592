import { data } from 'react-router'
import { endReminders } from '#app/.server/cart-reminders/commands/use-link.ts'
import { endCartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { unknownLink } from '#app/domain/emails/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/cart-reminder-end.ts'
import { endAction } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepScreen } from './keep-screen.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

/** Ends nothing, and says the same whether or not a reminder waits [REMIND-05]. */
export function loader({ context, params }: Route.LoaderArgs) {
  const isKnown = endCartReminderLink.read(context.get(appContext), params.token) !== null
  return data({ isKnown }, { status: isKnown ? 200 : 404, headers: privatePage })
}

export const action = endAction(endReminders)

/** Without a connection the page stays as it is, and says so [LOST-01]. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction)
}

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
