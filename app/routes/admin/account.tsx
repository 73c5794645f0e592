import { useEffect } from 'react'
import { ownPasskeys } from '#app/.server/auth/queries/own-passkeys.ts'
import { ownSessions } from '#app/.server/auth/queries/own-sessions.ts'
import { recoveryCodesLeft } from '#app/.server/auth/recovery-codes.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import type { Route } from './+types/account.ts'
import { performAccountAction } from './account/actions.ts'
import { Authenticator } from './account/authenticator.tsx'
import { Email } from './account/email.tsx'
import { Passkeys } from './account/passkeys.tsx'
import { Password } from './account/password.tsx'
import { RecoveryCodes } from './account/recovery-codes.tsx'
import { Sessions } from './account/sessions.tsx'
import { adminTitle } from './components/admin-title.ts'
import { keepingScreen } from './components/client-action.ts'
import { ErrorBanner } from './components/error-banner.tsx'
import { NarrowScreen } from './components/narrow-screen.tsx'
import { showToast } from './components/toasts.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id: adminId, email } = context.get(adminContext)
  const { id: sessionId } = context.get(sessionContext)
  const app = context.get(appContext)
  return {
    email: shownEmail(email),
    sessions: await ownSessions(app, { adminId, sessionId }),
    passkeys: await ownPasskeys(app, adminId),
    codesLeft: await recoveryCodesLeft(app.db.orm, adminId),
  }
}

export async function action(args: Route.ActionArgs) {
  return performAccountAction(args)
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('Your account wasn’t changed')

export const meta: Route.MetaFunction = () => adminTitle('Account')

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, passkeys, codesLeft } = loaderData
  const done = actionData && 'done' in actionData ? actionData.done : null
  useEffect(() => {
    if (done) showToast(done.message, done.detail)
  }, [done])
  return (
    <NarrowScreen title="Account">
      <p className="mt-2 text-muted wrap-anywhere">
        You are signed in as <strong className="text-ink">{email}</strong>.
      </p>
      {/* A failure that no form answered: the connection, or the session. */}
      {actionData && !('action' in actionData) && <ErrorBanner error={actionData.refused} />}
      <div className="mt-10 grid gap-12">
        <Sessions sessions={sessions} answered={actionData} />
        <Passkeys passkeys={passkeys} email={email} answered={actionData} />
        <Password email={email} passkeys={passkeys} answered={actionData} />
        <Email email={email} answered={actionData} />
        <RecoveryCodes left={codesLeft} email={email} answered={actionData} />
        <Authenticator email={email} answered={actionData} />
      </div>
    </NarrowScreen>
  )
}
