import { data, Form, Link } from 'react-router'
import { requestPasswordLink } from '#app/.server/auth/commands/request-password-link.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { emailedLinkRefusal } from '#app/.server/platform/http/limits/form-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { forgotPasswordForm } from '#app/contracts/auth/forgotten-password.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import stylesheet from '../admin.css?url'
import { keepingScreen } from '../components/client-action.ts'
import { ForServer } from '../components/disclosure.tsx'
import type { Route } from './+types/forgot-password.ts'
import { useWrongFieldFocus } from './focus-wrong-field.ts'
import { Refused } from './refused.tsx'
import { NextLink, SignInLayout, StepButton } from './sign-in-layout.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return data({ canSend: context.get(appContext).mail !== null }, { headers: withCookies([]) })
}

/** The same answer for every address, of an admin or not [FORGOT-01]. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  const refused = (status: number, message: string, errors: Record<string, string> = {}) =>
    data(
      { refused: { message, errors, email: (input.email ?? '').slice(0, 254) } },
      { status, headers: withCookies([]) },
    )
  const parsed = forgotPasswordForm.safeParse(input)
  if (!parsed.success) return refused(400, '', fieldErrors(parsed.error))
  const { email } = parsed.data
  const refusal = await emailedLinkRefusal(context, 'passwordReset', email)
  if (refusal !== null) return refused(429, refusal)
  await requestPasswordLink(app, email)
  return data({ requestedFor: email }, { headers: withCookies([]) })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('No link was requested')

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = () => errorMeta('Forgot password')

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  const errors = refused && 'errors' in refused ? refused.errors : undefined
  const form = useWrongFieldFocus(errors)
  if (actionData && 'requestedFor' in actionData) {
    return (
      <SignInLayout title="Check your email">
        <div role="status" className="grid gap-4">
          <p className="wrap-anywhere">
            If {actionData.requestedFor} is an admin of this shop, an email with a link is on its
            way to it. The link works once, for 30 minutes.
          </p>
          <p className="text-muted">
            Have your phone handy: the link also asks for a code from your app, one of your recovery
            codes, or a passkey. No email after a few minutes? Check your spam folder.
          </p>
        </div>
        <NextLink to="/admin/login">Back to sign in</NextLink>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title="Forgot password">
      {loaderData.canSend ? (
        <p className="mb-6 text-muted">
          Enter the email address you sign in with, and we’ll email you a link to choose a new
          password.
        </p>
      ) : (
        <p className="mb-6 border border-notice px-4 py-3">
          Email isn’t set up for this shop yet, so we can’t send you a reset link. The person who
          runs your server can set a new password for you. You won’t lose your account.
        </p>
      )}
      <Refused sentence={refused?.message} answer={refused?.message && actionData} />
      {loaderData.canSend && (
        <Form ref={form} method="post" noValidate className="grid gap-5">
          <FormFields refused={{ errors }}>
            <TextField
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              required
              defaultValue={refused && 'email' in refused ? refused.email : ''}
            />
          </FormFields>
          <StepButton working="One moment">Email Me a Link</StepButton>
        </Form>
      )}
      <div className="mt-8 grid gap-3 border-line border-t pt-6 text-muted text-sm">
        <p>
          If you have a passkey, you can use it instead of a password on the{' '}
          <Link to="/admin/login" className="link">
            sign-in page
          </Link>
          .
        </p>
        <p>
          Lost your phone and your recovery codes too? Ask a shop owner to reset your authenticator
          app from the Staff page.
        </p>
        <ForServer>
          <p>
            <code>npm run admin -- reset-password EMAIL</code> sets a new password,{' '}
            <code>npm run admin -- reset-2fa EMAIL</code> a new second factor. Both keep the
            account.
          </p>
        </ForServer>
      </div>
    </SignInLayout>
  )
}
