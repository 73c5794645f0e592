import { data, Form } from 'react-router'
import { cancelableEmail, cancelEmailChange } from '#app/.server/auth/commands/change-email.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { errorMeta } from '#app/ui/seo.ts'
import stylesheet from '../admin.css?url'
import { keepingScreen } from '../components/client-action.ts'
import type { Route } from './+types/cancel-email.ts'
import { Refused } from './refused.tsx'
import { NextLink, SignInLayout } from './sign-in-layout.tsx'

export const middleware = [rateLimit('emailLink')]

/** Only looks: programs that open the links of emails cancel nothing by that. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const newEmail = await cancelableEmail(context.get(appContext), params.token)
  return data({ newEmail }, { headers: withCookies([]) })
}

export async function action({ context, params }: Route.ActionArgs) {
  const address = context.get(clientAddressContext)
  const isCanceled = await cancelEmailChange(context.get(appContext), params.token, { address })
  return data({ isCanceled }, { headers: withCookies([]) })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('Nothing was canceled')

/** The address is a key: kept by no cache, and sent to no other site. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }
}

/** After the change was canceled the link is dead, and what was answered is all there is to show. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = () => errorMeta('This wasn’t me')

/** For the person whose account somebody else tried to move to another email address [SESS-10]. */
export default function CancelEmail({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && 'isCanceled' in actionData ? actionData : null
  if (answer?.isCanceled) {
    return (
      <SignInLayout title="The change is canceled">
        <p role="status">
          Your email address wasn’t changed, and you’re signed out everywhere. Sign in and change
          your password now: someone knows it.
        </p>
        <NextLink to="/admin/login">Sign in</NextLink>
      </SignInLayout>
    )
  }
  if (loaderData.newEmail === null || answer) {
    return (
      <SignInLayout title="There’s nothing to cancel">
        <p>
          This change was already canceled or confirmed. If you can no longer sign in, ask a shop
          owner to remove the account and invite you again, because password reset links go to the
          account’s current address.
        </p>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title="This wasn’t me">
      <p className="mb-6">
        Someone with your password and a code asked to sign in as{' '}
        <strong className="wrap-anywhere">{loaderData.newEmail}</strong>. Cancel that, and sign out
        everywhere?
      </p>
      <Refused
        sentence={actionData && 'refused' in actionData ? actionData.refused.message : undefined}
        answer={actionData}
      />
      <Form method="post">
        <button type="submit" className="button button-gold">
          Cancel and Sign Out
        </button>
      </Form>
    </SignInLayout>
  )
}
