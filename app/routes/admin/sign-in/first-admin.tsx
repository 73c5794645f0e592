import { data } from 'react-router'
import { LinkEnded } from '#app/.server/auth/auth-errors.ts'
import { isSetupOpen, setupEnrollment } from '#app/.server/auth/commands/set-up.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { type ErrorText, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import stylesheet from '../admin.css?url'
import type { Route } from './+types/first-admin.ts'
import { EnrollmentError, EnrollmentScreen } from './enrollment.tsx'
import { enrolledContext, performEnrollment, privately } from './perform-enrollment.ts'
import { keepStep } from './store-step.ts'

/** The link is there for one admin, the first; before and after, this page is not found [OPS-07]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const done = context.get(enrolledContext)
  if (!done && !(await isSetupOpen(context.get(appContext), params.token))) throw notFound()
  return data(null, { headers: privately() })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const fields = await formTexts(request)
  const visitor = { headers: request.headers, address: context.get(clientAddressContext) }
  try {
    const link = await setupEnrollment(app, params.token)
    const answer = await performEnrollment(app, link, fields, visitor)
    context.set(enrolledContext, answer.data.step === 'done')
    return answer
  } catch (error) {
    throw error instanceof LinkEnded ? notFound() : error
  }
}

const notFound = () => data<ErrorText>(deadLink, { status: 404, headers: privately() })

const deadLink = {
  title: 'Page Not Found',
  sentence:
    'A setup link works once, within 24 hours. Until the shop has an admin, it prints a new one each time it starts.',
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepStep(serverAction)
}

/** After the last step the link is dead, and what was answered is all there is to show. */
export function shouldRevalidate() {
  return false
}

export const headers = documentHeaders

export const ErrorBoundary = EnrollmentError

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = ({ error }) =>
  errorMeta(error ? errorTitle(error) : 'Create your admin account')

export default function Setup({ actionData }: Route.ComponentProps) {
  return (
    <EnrollmentScreen
      title="Create your admin account"
      about="This link creates the shop’s first admin account. It works once."
      email={null}
      finish="Create the account"
      answer={actionData}
    />
  )
}
