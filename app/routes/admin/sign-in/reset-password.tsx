import { useState } from 'react'
import { data, Form, useSubmit } from 'react-router'
import { LinkEnded, TooManyAttempts, WrongField } from '#app/.server/auth/auth-errors.ts'
import { resetForgottenPassword } from '#app/.server/auth/commands/reset-password.ts'
import { adminOfPasswordLink } from '#app/.server/auth/queries/password-link.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { forgottenPasswordForm } from '#app/contracts/auth/forgotten-password.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { AccountName, MfaCode, NewPasswordFields } from '../account/proof-fields.tsx'
import stylesheet from '../admin.css?url'
import { keepingScreen } from '../components/client-action.ts'
import { PasskeyFailure, requestPasskey, usePasskeysKnown } from '../components/passkey.ts'
import type { Route } from './+types/reset-password.ts'
import { useWrongFieldFocus } from './focus-wrong-field.ts'
import { Refused } from './refused.tsx'
import { NextLink, SignInLayout, StepButton } from './sign-in-layout.tsx'

export const middleware = [rateLimit('emailLink')]

/** Only looks: programs that open the links of emails change nothing by that. */
export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const { email } = await adminOfPasswordLink(context.get(appContext), params.token)
    return data({ email }, { headers: withCookies([]) })
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    return data({ email: null }, { headers: withCookies([]), status: error.status })
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const parsed = forgottenPasswordForm.safeParse(await formTexts(request))
  if (!parsed.success) return refuse(400, { errors: fieldErrors(parsed.error) })
  const visitor = { headers: request.headers, address: context.get(clientAddressContext) }
  try {
    await resetForgottenPassword(app, params.token, parsed.data, visitor)
    return data({ changed: true as const }, { headers: withCookies([]) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    app.log.info({ code: error.code, ...error.facts }, 'refused to reset a password')
    if (error instanceof WrongField) {
      return refuse(error.status, { errors: { [error.field]: error.message } })
    }
    const seconds = error instanceof TooManyAttempts ? error.seconds : undefined
    return refuse(error.status, { message: error.message }, seconds)
  }
}

/** Passwords and codes never travel back. */
function refuse(
  status: number,
  refused: { message?: string; errors?: Record<string, string> },
  seconds?: number,
) {
  const headers = withCookies([])
  if (seconds) headers.set('Retry-After', String(seconds))
  return data({ refused: { message: '', errors: {}, ...refused } }, { status, headers })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('The password wasn’t changed')

export const headers = documentHeaders

/** After the password was changed the link is dead, and the answer is all there is to show. */
export function shouldRevalidate() {
  return false
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = () => errorMeta('New password')

/** For an admin who forgot the password, with the link and the second factor [FORGOT-03]. */
export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && 'changed' in actionData) {
    return (
      <SignInLayout title="Your password was changed">
        <p role="status">
          You’re signed out everywhere. Sign in with the new password and a new code.
        </p>
        <NextLink to="/admin/login">Sign in</NextLink>
      </SignInLayout>
    )
  }
  const { email } = loaderData
  if (email === null) {
    return (
      <SignInLayout title="This link has ended">
        <p>It works once, for 30 minutes, and only the latest one works.</p>
        <NextLink to="/admin/password">Request a new link</NextLink>
      </SignInLayout>
    )
  }
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  return <NewPassword email={email} refused={refused} />
}

type Refusal = { message: string; errors?: Record<string, string> }

function NewPassword({ email, refused }: { email: string; refused: Refusal | undefined }) {
  const form = useWrongFieldFocus(refused?.errors)
  const errors = refused?.errors ?? {}
  return (
    <SignInLayout title="New password">
      <p className="mb-6 text-muted wrap-anywhere">
        For <strong className="text-ink">{email}</strong>. This ends every session, and you’ll sign
        in again.
      </p>
      <Refused sentence={refused?.message} answer={refused?.message && refused} />
      <Form ref={form} method="post" noValidate className="grid gap-5">
        <AccountName email={email} />
        <FormFields refused={{ errors }}>
          <NewPasswordFields />
        </FormFields>
        <MfaCode error={errors.code ?? errors.assertion} />
        <StepButton working="Checking">Change the Password</StepButton>
        <PasskeyInstead />
      </Form>
      <p className="mt-8 border-line border-t pt-6 text-muted text-sm">
        No phone, recovery code, or passkey? Ask a shop owner to reset your second factor on the
        Staff page, then request another link. That cancels this one.
      </p>
    </SignInLayout>
  )
}

/** A passkey of the account in place of the code. */
function PasskeyInstead() {
  const [failure, setFailure] = useState<PasskeyFailure | null>(null)
  const submit = useSubmit()
  if (!usePasskeysKnown()) return null
  const confirm = async (form: HTMLFormElement) => {
    try {
      const assertion = await requestPasskey('/admin/login/passkey', {})
      const fields = new FormData(form)
      fields.set('assertion', JSON.stringify(assertion))
      await submit(fields, { method: 'post' })
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error
      setFailure(error)
    }
  }
  return (
    <div>
      <Refused sentence={failure?.message} answer={failure} />
      <button
        type="button"
        onClick={({ currentTarget: { form } }) => void (form && confirm(form))}
        className="button button-line w-full"
      >
        Confirm with a Passkey and Change
      </button>
    </div>
  )
}
