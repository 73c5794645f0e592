import { data, Form, redirect } from 'react-router'
import { openFoundOrders } from '#app/.server/customers/commands/open-found-orders.ts'
import { findOrderMinutes } from '#app/.server/customers/find-order-link.ts'
import { isFindOrderLinkOpen } from '#app/.server/customers/queries/found-orders.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { storeFindOrderSession } from '#app/.server/platform/http/find-order-session.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/find-order-link.ts'
import { keepForm } from './keep-form.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

const ended = '/find-order?ended'

/** Opens nothing: programs that look through email follow links, and it works once [FIND-02]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const isOpen = await isFindOrderLinkOpen(context.get(appContext), params.token)
  if (!isOpen) throw redirect(ended, { headers: privatePage })
  return data(null, { headers: privatePage })
}

export async function action({ context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const session = await openFoundOrders(app, params.token)
  if (session === null) throw redirect(ended, { status: 303, headers: privatePage })
  const cookie = await storeFindOrderSession(app, session, findOrderMinutes)
  throw redirect('/find-order/orders', {
    status: 303,
    headers: { ...privatePage, 'Set-Cookie': cookie },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Your orders')

export default function FindOrderLink() {
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>Your orders</h1>
      <p className="mt-6 text-muted">
        This shows your orders in this browser for an hour. The link works once.
      </p>
      <Form method="post" className="mt-8">
        <button type="submit" className="button button-gold">
          Show my orders
        </button>
      </Form>
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
