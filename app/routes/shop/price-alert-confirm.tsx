import { data, Form, Link, redirect, useActionData } from 'react-router'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { confirmAlert } from '#app/.server/price-alerts/commands/confirm-alert.ts'
import { confirmationPage } from '#app/.server/price-alerts/queries/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/price-alert-confirm.ts'
import { keepScreen } from './keep-screen.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

const statusOf = { unknown: 404, expired: 410, gone: 410 } as const

/** Confirms nothing: programs that look through email open links [PIECEALERT-01]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await confirmationPage(context.get(appContext), params.token)
  const status = (statusOf as Partial<Record<string, number>>)[page.status] ?? 200
  return data(page, { status, headers: privatePage })
}

export async function action({ context, params }: Route.ActionArgs) {
  try {
    await confirmAlert(context.get(appContext), params.token)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return data({ refused: error.message }, { status: error.status, headers: privatePage })
  }
  throw redirect(`/price-alert/${encodeURIComponent(params.token)}`, {
    status: 303,
    headers: privatePage,
  })
}

/** Without a connection the page stays as it is, and says so [LOST-01]. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction)
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Price alert')

export default function PriceAlertConfirm({ loaderData: page }: Route.ComponentProps) {
  const refused = useActionData<typeof action>()?.refused
  const sentence = sentences[page.status](page)
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>Price alert</h1>
      {refused && (
        <p role="alert" className="mt-6 border border-alert p-4 text-alert">
          {refused}
        </p>
      )}
      <p role="status" className="mt-6 wrap-anywhere">
        {sentence}
      </p>
      {page.status === 'open' ? (
        <Form method="post" className="mt-8">
          <button type="submit" className="button button-gold">
            Confirm the alert
          </button>
        </Form>
      ) : (
        <p className="mt-6">
          <Link to={page.piece} className="link inline-block py-1">
            {page.name ? 'See the piece' : 'See the collection'}
          </Link>
        </p>
      )}
    </article>
  )
}

type Page = Awaited<ReturnType<typeof confirmationPage>>

const sentences: Record<Page['status'], (page: Page) => string> = {
  open: ({ name, under }) =>
    `Confirm that you want one email when ${name} is under ${under}. The alert ends after that email or after one year, whichever comes first.`,
  confirmed: ({ name, under }) =>
    `Your alert is set. You’ll get one email when ${name} is under ${under}. To end it earlier, use the link in your confirmation email.`,
  'under already': ({ name, under, now }) =>
    `${name} is ${now} now, which is already under ${under}. No alert was set.`,
  gone: () => 'This size is no longer for sale, so no alert was set.',
  expired: () => 'This link has expired. Links work for 24 hours. Please set the alert again.',
  unknown: () =>
    'This link doesn’t work. It may be incomplete. Please open it from the email again.',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
