import { data, Form, Link } from 'react-router'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { endAlerts } from '#app/.server/price-alerts/commands/end-alerts.ts'
import { endingPage } from '#app/.server/price-alerts/queries/ending-page.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/price-alert-end.ts'
import { keepScreen } from './keep-screen.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

/** Ends nothing: programs that look through email open links [PIECEALERT-06]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const alerts = await endingPage(context.get(appContext), params.token)
  return data({ alerts }, { status: alerts ? 200 : 404, headers: privatePage })
}

/** Mail programs post here for their readers, and follow no redirect (RFC 8058, 3.1). */
export async function action({ context, params }: Route.ActionArgs) {
  await endAlerts(context.get(appContext), params.token)
  return data(null, { headers: privatePage })
}

/** Without a connection the page stays as it is, and says so [LOST-01]. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction)
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Price alert')

export default function PriceAlertEnd({ loaderData: { alerts } }: Route.ComponentProps) {
  const isOpen = alerts !== null && alerts.length > 0
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>Price alert</h1>
      {isOpen ? (
        <>
          <p className="mt-6">You asked for an email about:</p>
          <ul className="mt-3 grid gap-1">
            {alerts.map((alert) => (
              <li key={alert} className="wrap-anywhere">
                {alert}
              </li>
            ))}
          </ul>
          <Form method="post" className="mt-8">
            <button type="submit" className="button button-gold">
              {alerts.length === 1 ? 'End this alert' : 'End these alerts'}
            </button>
          </Form>
        </>
      ) : (
        <>
          <p role="status" className="mt-6">
            {alerts
              ? 'The alert has ended. You won’t get an email about it.'
              : 'This link doesn’t work. It may be incomplete. Please open it from the email again.'}
          </p>
          <p className="mt-6">
            <Link to="/products" className="link inline-block py-1">
              See the collection
            </Link>
          </p>
        </>
      )}
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
