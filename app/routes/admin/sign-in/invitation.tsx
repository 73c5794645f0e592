import { data } from 'react-router'
import { InvitationEnded } from '#app/.server/auth/auth-errors.ts'
import { invitationEnrollment } from '#app/.server/auth/commands/accept-invitation.ts'
import { invitationByToken, shownAddresses } from '#app/.server/auth/queries/invitations.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { roleNames } from '#app/domain/access/rights.ts'
import { type ErrorText, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { brand } from '#brand'
import stylesheet from '../admin.css?url'
import type { Route } from './+types/invitation.ts'
import { EnrollmentError, EnrollmentScreen } from './enrollment.tsx'
import { enrolledContext, performEnrollment, privately } from './perform-enrollment.ts'
import { keepStep } from './store-step.ts'

/** Only looks: programs that open the links of emails accept nothing by that [INVITE-03]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const headers = privately()
  if (context.get(enrolledContext)) return data(null, { headers })
  try {
    const invitation = await invitationByToken(context.get(appContext), params.token)
    return data({ role: invitation.role, ...shownAddresses(invitation) }, { headers })
  } catch (error) {
    throw ended(error)
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const fields = await formTexts(request)
  const visitor = { headers: request.headers, address: context.get(clientAddressContext) }
  try {
    const invitation = await invitationByToken(app, params.token)
    const link = invitationEnrollment(app, invitation, visitor.address)
    // The invited address, whatever was posted.
    const { email } = invitation
    const answer = await performEnrollment(app, link, { ...fields, email }, visitor)
    context.set(enrolledContext, answer.data.step === 'done')
    return answer
  } catch (error) {
    throw ended(error)
  }
}

/** The page that says why, with the status of the refusal [INVITE-04]. */
function ended(error: unknown) {
  if (!(error instanceof InvitationEnded)) return error
  const text: ErrorText = {
    title: 'This invitation link isn’t valid',
    sentence: error.message,
    next: { to: '/admin/login', label: 'Sign in' },
  }
  return data(text, { status: error.status, headers: privately() })
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
  errorMeta(error ? errorTitle(error) : 'Invitation')

export default function AcceptInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const about = loaderData
    ? `${loaderData.invitedBy} invited you to join the ${brand.name} admin area. Your role: ${roleNames[loaderData.role]}. This link works only once.`
    : ''
  return (
    <EnrollmentScreen
      title="Invitation"
      about={about}
      email={loaderData?.email ?? null}
      finish="Accept the Invitation"
      answer={actionData}
    />
  )
}
