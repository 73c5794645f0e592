import { data } from 'react-router'
import { subscribe } from '#app/.server/newsletter/commands/subscribe.ts'
import { type SignUpStatus, signUpOf } from '#app/.server/newsletter/queries/sign-up.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { lateLink, unknownLink } from '#app/domain/emails/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/newsletter-confirm.ts'
import { confirmAction } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepForm } from './keep-form.ts'
import { privatePage } from './private-page.ts'

export const middleware = [rateLimit('emailLink')]

const statusOf = { open: 200, confirmed: 200, off: 410, expired: 410, unknown: 404 } as const

/** Confirms nothing: programs that look through email open links [NEWS-01]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { status, asked } = await signUpOf(context.get(appContext), params.token)
  const page = { status, email: asked?.email ?? '', sentence: asked?.sentence ?? '' }
  return data(page, { status: statusOf[status], headers: privatePage })
}

export const action = confirmAction('/newsletter/', subscribe)

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Newsletter')

export default function NewsletterConfirm({ loaderData }: Route.ComponentProps) {
  const { status, email, sentence } = loaderData
  return (
    <LinkPage title="Newsletter" button={status === 'open' ? 'Confirm' : undefined}>
      <LinkText>
        {status === 'open'
          ? `Confirm that you want our newsletter at ${email}. You agreed to this: “${sentence}”`
          : sentences[status]}
      </LinkText>
    </LinkPage>
  )
}

const sentences: Record<Exclude<SignUpStatus, 'open'>, string> = {
  confirmed: 'You’re signed up. To unsubscribe, use the link in any of our newsletters.',
  off: 'We’re not sending a newsletter right now, so we didn’t sign you up.',
  expired: lateLink('Please sign up again.'),
  unknown: unknownLink,
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
