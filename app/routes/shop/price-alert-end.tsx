import { data } from 'react-router'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { endAlerts } from '#app/.server/price-alerts/commands/confirm-alert.ts'
import { endingPage } from '#app/.server/price-alerts/queries/ending-page.ts'
import { unknownLink } from '#app/domain/emails/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/price-alert-end.ts'
import { endAction } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepForm } from './keep-form.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

/** Ends nothing: programs that look through email open links [PIECEALERT-06]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const alerts = await endingPage(context.get(appContext), params.token)
  return data({ alerts }, { status: alerts ? 200 : 404, headers: privatePage })
}

export const action = endAction(endAlerts)

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Price alert')

export default function PriceAlertEnd({ loaderData: { alerts } }: Route.ComponentProps) {
  if (alerts === null || alerts.length === 0) {
    return (
      <LinkPage title="Price alert">
        <LinkText>
          {alerts ? 'The alert has ended. You won’t get an email about it.' : unknownLink}
        </LinkText>
      </LinkPage>
    )
  }
  const button = alerts.length === 1 ? 'End this alert' : 'End these alerts'
  return (
    <LinkPage title="Price alert" button={button}>
      <p className="mt-6">You asked for an email about:</p>
      <ul className="mt-3 grid gap-1">
        {alerts.map((alert) => (
          <li key={alert} className="wrap-anywhere">
            {alert}
          </li>
        ))}
      </ul>
    </LinkPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
