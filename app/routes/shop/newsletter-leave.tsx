import { leaveNewsletter } from '#app/.server/newsletter/commands/subscribe.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { leaveNewsletterLink } from '#app/.server/platform/newsletter-link.ts'
import { unknownLink } from '#app/domain/emails/confirmation.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/newsletter-leave.ts'
import { endAction, endLoader } from './emailed-link/link-actions.ts'
import { LinkPage, LinkText } from './emailed-link/link-page.tsx'
import { keepForm } from './keep-form.ts'

export const middleware = [rateLimit('emailLink')]

/** Changes nothing, and says the same whether or not the address is on the list [NEWS-03]. */
export const loader = endLoader(leaveNewsletterLink)

export const action = endAction(leaveNewsletter)

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Newsletter')

export default function NewsletterLeave({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown } = loaderData
  const isOpen = isKnown && !actionData
  const done = isKnown ? 'You’re unsubscribed from our newsletter.' : unknownLink
  return (
    <LinkPage title="Newsletter" button={isOpen ? 'Unsubscribe' : undefined}>
      <LinkText>{isOpen ? 'Unsubscribe from our newsletter?' : done}</LinkText>
    </LinkPage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
