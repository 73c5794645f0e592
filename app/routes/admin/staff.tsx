import { staffPage } from '#app/.server/auth/queries/staff-page.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { InvitationInput } from '#app/contracts/auth/sign-in.ts'
import type { Route } from './+types/staff.ts'
import { adminTitle } from './components/admin-title.ts'
import { keepingScreen } from './components/client-action.ts'
import { ErrorBanner } from './components/error-banner.tsx'
import { NarrowScreen } from './components/narrow-screen.tsx'
import { runCommand } from './components/run-command.ts'
import { requestedAction } from './components/staff-actions.ts'
import { useAnswer } from './components/toasts.tsx'
import { staffActions, submittedInvitation } from './staff/actions.ts'
import { Invite } from './staff/invite.tsx'
import { OpenInvitations } from './staff/open-invitations.tsx'
import { People } from './staff/people.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(adminContext)
  const app = context.get(appContext)
  return { ownId: id, canSend: app.mail !== null, ...(await staffPage(app)) }
}

export async function action(args: Route.ActionArgs) {
  const { typed, requested, perform } = await requestedAction(staffActions, args)
  return runCommand(requested.app, perform, submittedInvitation(typed))
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('The staff list wasn’t changed')

export const meta: Route.MetaFunction = () => adminTitle('Staff')

/** Who is staff, as what, and who is invited; for owners [INVITE-01]. */
export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<InvitationInput>(actionData)
  const invited = actionData && 'invited' in actionData ? actionData.invited : null
  const reset = actionData && 'reset' in actionData ? actionData.reset : null
  const { ownId, canSend, people, invitations } = loaderData
  return (
    <NarrowScreen title="Staff">
      <p className="mt-2 text-muted">
        Owners have full access. Managers edit prices, products, and shop settings, and make
        decisions about orders. Workshop staff make the pieces and ship the orders. Anyone can reset
        a forgotten password from the sign-in page.
      </p>
      {/* A refused invitation keeps what was typed, with the message next to it. */}
      {!refused?.typed && <ErrorBanner error={refused} />}
      <div className="mt-10 grid grid-cols-1 gap-12">
        <People people={people} ownId={ownId} reset={reset} refused={refused} />
        <OpenInvitations invitations={invitations} canSend={canSend} />
        <Invite invited={invited} refused={refused?.typed ? refused : undefined} />
      </div>
    </NarrowScreen>
  )
}
