import { data, Form, Link, redirect } from 'react-router'
import { TooManyAttempts } from '#app/.server/auth/auth-errors.ts'
import { renewSession } from '#app/.server/auth/commands/admin-session.ts'
import { signIn } from '#app/.server/auth/commands/sign-in.ts'
import { signInPage } from '#app/.server/auth/queries/admins.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { pageAfterSignIn } from '#app/.server/auth/route-rights.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { takeOrigin } from '#app/.server/platform/http/admin-origin.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { signInForm } from '#app/contracts/auth/sign-in.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import stylesheet from '../admin.css?url'
import { ForServer } from '../components/disclosure.tsx'
import type { Route } from './+types/login.ts'
import { useWrongFieldFocus } from './focus-wrong-field.ts'
import { Refused } from './refused.tsx'
import { SignInLayout, StepButton } from './sign-in-layout.tsx'
import { UseAPasskey } from './use-a-passkey.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  // Where the database fails there is nobody signed in; trying to sign in says why.
  const session = await renewSession(app, request.headers).catch(() => null)
  if (session) throw redirect('/admin/dashboard', { headers: withCookies(session.cookies) })
  return data({ state: await signInPage(app) }, { headers: withCookies([]) })
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const fields = await formTexts(request)
  const parsed = signInForm.safeParse(fields)
  if (!parsed.success) return answer(400, fields.email, { errors: fieldErrors(parsed.error) })
  try {
    const address = context.get(clientAddressContext)
    const { admin, cookies } = await signIn(app, parsed.data, { headers: request.headers, address })
    const { origin, forget } = await takeOrigin(app, request.headers)
    return redirect(pageAfterSignIn(admin.role, origin), {
      status: 303,
      headers: withCookies([...cookies, forget]),
    })
  } catch (error) {
    if (error instanceof AppError) {
      app.log.info({ code: error.code, ...error.facts }, 'refused to sign in')
      const seconds = error instanceof TooManyAttempts ? error.seconds : undefined
      return answer(error.status, fields.email, { message: error.message }, seconds)
    }
    app.log.error({ err: error }, 'signing in failed')
    return answer(500, fields.email, { message: unexpected })
  }
}

const unexpected = 'An unexpected error occurred'

type Refusal = { message?: string; errors?: Record<string, string> }

/** What was typed as email stays; password and code never travel back. */
function answer(status: number, email = '', refusal: Refusal = {}, seconds?: number) {
  const headers = withCookies([])
  if (seconds) headers.set('Retry-After', String(seconds))
  return data(
    { message: null, errors: {}, email: email.slice(0, 254), ...refusal },
    { status, headers },
  )
}

/** A server that cannot be reached is a refusal too, and what was typed stays [AUTH-08]. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    // With a failure's status the router does not ask for the page's data, which would fail too.
    const refusal = { message: unexpected, errors: {} as Record<string, string>, email: '' }
    return data(refusal, { status: 503 })
  }
}

export const headers = documentHeaders

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = () => errorMeta('Sign in')

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const form = useWrongFieldFocus(actionData?.errors)
  if (loaderData.state === 'no database') {
    return (
      <SignInLayout title="Sign in">
        <p>This is a demo shop with no database, so sign-in is turned off.</p>
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title="Sign in">
      {loaderData.state === 'nobody yet' && (
        <div className="mb-6 border-gold border-l-2 pl-4 text-muted text-sm">
          <p>
            There’s no admin yet. The shop prints a one-time setup link when it starts. Open it to
            set up your account.
          </p>
          <ForServer>
            <p>
              <code>npm run admin</code> creates an admin from the command line.
            </p>
          </ForServer>
        </div>
      )}
      <Refused sentence={actionData?.message} answer={actionData} />
      <Form ref={form} method="post" className="grid gap-5">
        <FormFields refused={{ errors: actionData?.errors }}>
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.email}
          />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
          <TextField
            name="code"
            label="Authenticator code"
            hint="Six digits, or one of your recovery codes. Each code works only once."
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        </FormFields>
        <StepButton working="Checking">Sign in</StepButton>
      </Form>
      <p className="mt-4">
        <Link to="/admin/password" className="link inline-block py-1">
          Forgot password?
        </Link>
      </p>
      <UseAPasskey />
    </SignInLayout>
  )
}
