import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { staffPage } from '#app/.server/auth/queries/staff-page.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import type { TypedInvitation } from '#app/contracts/auth/invitation.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import type { Route } from './+types/staff.ts'
import { keepScreen } from './components/client-action.ts'
import { ErrorBanner } from './components/error-banner.tsx'
import { NarrowScreen } from './components/narrow-screen.tsx'
import { useAnswer } from './components/toasts.tsx'
import { performStaffAction } from './staff/actions.ts'
import { Invite } from './staff/invite.tsx'
import { OpenInvitations } from './staff/open-invitations.tsx'
import { People } from './staff/people.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(adminContext)
  const app = context.get(appContext)
  return { ownId: id, canSend: app.mail !== null, ...(await staffPage(app)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id, email } = context.get(adminContext)
  const asker = {
    by: { id, email },
    visitor: { headers: request.headers, address: context.get(clientAddressContext) },
    requireFresh: () => requireFreshFactor(context),
  }
  return performStaffAction(context.get(appContext), asker, await formTexts(request))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'The staff list was not changed')
}

export const meta: Route.MetaFunction = () => [{ title: 'Staff' }]

/** Who is staff, as what, and who is invited; for owners [INVITE-01]. */
export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<TypedInvitation>(actionData)
  const invited = actionData && 'done' in actionData ? (actionData.invited ?? null) : null
  const reset = actionData && 'done' in actionData ? (actionData.reset ?? null) : null
  const { ownId, canSend, people, invitations } = loaderData
  return (
    <NarrowScreen title="Staff">
      <p className="mt-2 text-muted">
        An owner may do everything. A manager sets prices, products and the shop, and decides on
        orders. The workshop makes orders and sends them. A forgotten password is replaced on the
        sign-in page.
      </p>
      {/* Of an invitation what was typed comes back, and the sentence stands beside it. */}
      {!refused?.typed && <ErrorBanner error={refused} />}
      <div className="mt-10 grid grid-cols-1 gap-12">
        <People people={people} ownId={ownId} reset={reset} refused={refused} />
        <OpenInvitations invitations={invitations} canSend={canSend} />
        <Invite invited={invited} refused={refused?.typed ? refused : undefined} />
      </div>
    </NarrowScreen>
  )
}
