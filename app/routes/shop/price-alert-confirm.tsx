import { data, useActionData } from 'react-router'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { confirmAlert } from '#app/.server/price-alerts/commands/confirm-alert.ts'
import { confirmationPage } from '#app/.server/price-alerts/queries/confirmation.ts'
import { lateLink, unknownLink } from '#app/domain/emails/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/price-alert-confirm.ts'
import { confirmAction } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepForm } from './keep-form.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

const statusOf = { unknown: 404, expired: 410, gone: 410 } as const

/** Confirms nothing: programs that look through email open links [PIECEALERT-01]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await confirmationPage(context.get(appContext), params.token)
  const status = (statusOf as Partial<Record<string, number>>)[page.status] ?? 200
  return data(page, { status, headers: privatePage })
}

export const action = confirmAction('/price-alert/', confirmAlert)

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Price alert')

export default function PriceAlertConfirm({ loaderData: page }: Route.ComponentProps) {
  return (
    <LinkPage
      title="Price alert"
      refused={useActionData<typeof action>()?.refused}
      button={page.status === 'open' ? 'Confirm the alert' : undefined}
      next={{ to: page.piece, label: page.name ? 'See the piece' : 'See the collection' }}
    >
      <LinkText>{sentences[page.status](page)}</LinkText>
    </LinkPage>
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
  expired: () => lateLink('Please set the alert again.'),
  unknown: () => unknownLink,
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
