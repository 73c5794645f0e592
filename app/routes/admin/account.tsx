import { useEffect, useRef } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import { TooManyAttempts, WrongField } from '#app/.server/auth/auth-errors.ts'
import { changePassword } from '#app/.server/auth/commands/change-password.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { fieldErrors, formTexts } from '#app/contracts/form-data.ts'
import { newPasswordForm } from '#app/contracts/sign-in.ts'
import { Field } from '#app/ui/forms/field.tsx'
import type { Route } from './+types/account.ts'
import { type Failure, keepScreen } from './components/client-action.ts'
import { ErrorBanner } from './components/error-banner.tsx'
import { showToast } from './components/toasts.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(adminContext).email }
}

/** What was typed never travels back; the browser keeps it in its fields. */
type Answer = { changed: boolean; refused: Failure | null; fields: Record<string, string> }

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { email } = context.get(adminContext)
  const parsed = newPasswordForm.safeParse(await formTexts(request))
  if (!parsed.success) return notChanged('invalid_request', fieldErrors(parsed.error), 400)
  try {
    const address = context.get(clientAddressContext)
    await changePassword(app, email, parsed.data, { headers: request.headers, address })
    return data<Answer>({ changed: true, refused: null, fields: {} })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, status, message } = error
    if (error instanceof WrongField) return notChanged(code, { [error.field]: message }, status)
    const headers: HeadersInit =
      error instanceof TooManyAttempts ? { 'Retry-After': `${error.seconds}` } : {}
    const refused = { code, message: failed, advice: message }
    return data<Answer>({ changed: false, refused, fields: {} }, { status, headers })
  }
}

const failed = 'Your password was not changed'

function notChanged(code: string, fields: Record<string, string>, status: number) {
  return data<Answer>({ changed: false, refused: { code, message: failed }, fields }, { status })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, failed)
}

export const meta: Route.MetaFunction = () => [{ title: 'Account' }]

const inputs = [
  ['current', 'Current password', 'current-password'],
  ['password', 'New password', 'new-password'],
  ['again', 'New password again', 'new-password'],
] as const

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().state !== 'idle'
  const fields = actionData && 'fields' in actionData ? actionData.fields : {}
  useEffect(() => {
    if (!actionData || !('changed' in actionData) || !actionData.changed) return
    form.current?.reset()
    showToast('Password changed', 'You are signed out everywhere else.')
  }, [actionData])
  return (
    <div className="max-w-xl pt-8">
      <p>
        <Link to="/admin/dashboard" className="link inline-block py-2 text-sm">
          Back to Dashboard
        </Link>
      </p>
      <h1 className="mt-4">Account</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        You are signed in as <strong className="text-ink">{email}</strong>.
      </p>
      <h2 className="mt-10">Change password</h2>
      <p className="mt-2 text-muted">
        It takes effect at once. Your other sessions end; this one stays.
      </p>
      <ErrorBanner error={actionData?.refused} />
      <Form ref={form} method="post" noValidate className="mt-6 grid gap-5">
        {/* So that password managers know which account this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {inputs.map(([name, label, autoComplete]) => (
          <Field
            key={name}
            label={label}
            error={fields[name]}
            hint={name === 'password' && '12 characters or more. A few words in a row will do.'}
          >
            <input
              className="input"
              name={name}
              type="password"
              autoComplete={autoComplete}
              required
            />
          </Field>
        ))}
        <Field
          label="MFA code"
          error={fields.code}
          hint="Six digits from your authenticator app, or one of your recovery codes."
        >
          <input
            className="input tabular"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        </Field>
        <button type="submit" disabled={saving} className="button button-gold justify-self-start">
          Change Password
        </button>
      </Form>
    </div>
  )
}
