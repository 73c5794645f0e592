import { createContext, data, Form, isRouteErrorResponse } from 'react-router'
import { confirmEmail, pendingEmail } from '#app/.server/auth/commands/change-email.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { errorMeta } from '#app/ui/seo.ts'
import stylesheet from '../admin.css?url'
import type { Route } from './+types/confirm-email.ts'
import { Refused } from './refused.tsx'
import { NextLink, SignInLayout } from './sign-in-layout.tsx'

export const middleware = [rateLimit('emailLink')]

/** Whether the action of this request has confirmed the address, so that the page is no error. */
const confirmedContext = createContext(false)

/** Only looks: programs that open the links of emails confirm nothing by that. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const newEmail = await pendingEmail(context.get(appContext), params.token)
  const isFound = newEmail !== null || context.get(confirmedContext)
  return data({ newEmail }, { headers: withCookies([]), status: isFound ? 200 : 404 })
}

export async function action({ context, params }: Route.ActionArgs) {
  const address = context.get(clientAddressContext)
  try {
    const confirmed = await confirmEmail(context.get(appContext), params.token, { address })
    context.set(confirmedContext, confirmed !== null)
    return data({ confirmed, message: null }, { headers: withCookies([]) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, status } = error
    return data({ confirmed: null, message }, { status, headers: withCookies([]) })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (failure) {
    if (failure instanceof Response || isRouteErrorResponse(failure)) throw failure
    const message = 'The shop couldn’t be reached. Please try again.'
    return data({ confirmed: undefined, message }, { status: 503 })
  }
}

/** The address is a key: no cache stores it. */
export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** After it was confirmed the link is dead, and what was answered is all there is to show. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = () => errorMeta('New email address')

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.confirmed) {
    return (
      <SignInLayout title="Address confirmed">
        <p role="status">
          You sign in as <strong className="wrap-anywhere">{actionData.confirmed}</strong> from now
          on.
        </p>
        <NextLink to="/admin/dashboard">Go to the Dashboard</NextLink>
      </SignInLayout>
    )
  }
  if (loaderData.newEmail === null || actionData?.confirmed === null) {
    return (
      <SignInLayout title="This link has ended">
        <Refused sentence={actionData?.message} answer={actionData} />
        <p>It works once, within two hours, or until another change is requested.</p>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title="New email address">
      <p className="mb-6">
        Sign in as <strong className="wrap-anywhere">{loaderData.newEmail}</strong> from now on?
      </p>
      <Refused sentence={actionData?.message} answer={actionData} />
      <Form method="post">
        <button type="submit" className="button button-gold">
          Confirm the Address
        </button>
      </Form>
    </SignInLayout>
  )
}
