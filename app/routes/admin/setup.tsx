import { createContext, data } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { SetupLinkExpired, WrongField } from '#app/.server/auth/auth-errors.ts'
import {
  beginSetup,
  finishSetup,
  isSetupOpen,
  setupStep,
} from '#app/.server/auth/commands/set-up.ts'
import { qrCode } from '#app/.server/auth/qr-code.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { fieldErrors, formTexts } from '#app/contracts/form-data.ts'
import { codeForm, newAccountForm } from '#app/contracts/sign-in.ts'
import { ErrorScreen, type ErrorText, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/setup.ts'
import stylesheet from './admin.css?url'
import { AdminFrame } from './components/admin-frame.tsx'
import { AccountStep } from './sign-in/account-step.tsx'
import { CodeStep } from './sign-in/code-step.tsx'
import { RecoveryCodes } from './sign-in/recovery-codes.tsx'
import { SignInLayout } from './sign-in/sign-in-layout.tsx'

/** Whether this very request made the first admin: its page is shown once more, with the codes. */
const setupDoneContext = createContext(false)

/** The link is there for one admin, the first; before and after, this page is not found [OPS-07]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const done = context.get(setupDoneContext)
  if (!done && !(await isSetupOpen(context.get(appContext), params.token))) throw notFound()
  return data(null, { headers: privately() })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const fields = await formTexts(request)
  try {
    if (fields.ticket === undefined) return await account(app, params.token, fields)
    const parsed = codeForm.safeParse(fields)
    const { ticket } = fields
    if (!parsed.success) return await again(app, params.token, ticket, fieldErrors(parsed.error))
    const finished = await finishSetup(
      app,
      params.token,
      { ticket, code: parsed.data.code },
      { headers: request.headers, address: context.get(clientAddressContext) },
    )
    if (!finished) return await again(app, params.token, ticket, { code: 'Invalid MFA code' })
    context.set(setupDoneContext, true)
    const { email, recoveryCodes, cookies } = finished
    return answer(200, { step: 'done', email, recoveryCodes }, privately(cookies))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error instanceof SetupLinkExpired) throw notFound()
    return answer(error.status, { step: 'account', email: '', errors: {}, message: error.message })
  }
}

type Answer =
  | { step: 'account'; email: string; errors: Record<string, string>; message?: string }
  | ({
      step: 'code'
      errors: Record<string, string>
      qr: Awaited<ReturnType<typeof qrCode>>
    } & Awaited<ReturnType<typeof setupStep>>)
  | { step: 'done'; email: string; recoveryCodes: string[] }

async function account(app: AppContext, token: string, fields: Record<string, string>) {
  const parsed = newAccountForm.safeParse(fields)
  if (!parsed.success) {
    const email = (fields.email ?? '').slice(0, 254)
    return answer(400, { step: 'account', email, errors: fieldErrors(parsed.error) })
  }
  try {
    const begun = await beginSetup(app, token, parsed.data)
    return answer(200, { step: 'code', errors: {}, qr: await qrCode(begun.totpUri), ...begun })
  } catch (error) {
    if (!(error instanceof WrongField)) throw error
    const { email } = parsed.data
    return answer(400, { step: 'account', email, errors: { [error.field]: error.message } })
  }
}

async function again(
  app: AppContext,
  token: string,
  ticket: string,
  errors: Record<string, string>,
) {
  const step = await setupStep(app, token, ticket)
  return answer(400, { step: 'code', errors, qr: await qrCode(step.totpUri), ...step })
}

function answer(status: number, body: Answer, headers = privately()) {
  return data(body, { status, headers })
}

const notFound = () => data<ErrorText>(deadLink, { status: 404, headers: privately() })

const deadLink = {
  title: 'Page Not Found',
  sentence:
    'A setup link works once, within 24 hours. While the shop has no admin, it prints a fresh one each time it starts.',
}

/** The address is a key: kept by no cache, and sent to no other site. */
function privately(cookies: readonly string[] = []): Headers {
  const headers = withCookies(cookies)
  headers.set('Referrer-Policy', 'same-origin')
  return headers
}

/** After the last step the link is dead, and what was answered is all there is to show. */
export function shouldRevalidate() {
  return false
}

export function headers({ actionHeaders, loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? (actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders)
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: Route.MetaFunction = ({ error }) =>
  errorMeta(error ? errorTitle(error) : 'First admin')

export default function Setup({ actionData }: Route.ComponentProps) {
  const step = actionData ?? { step: 'account', email: '', errors: {} }
  if (step.step === 'done') {
    return (
      <SignInLayout title="You are signed in">
        <RecoveryCodes codes={step.recoveryCodes} email={step.email} />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title="First admin">
      {step.step === 'code' ? <CodeStep {...step} /> : <AccountStep {...step} />}
    </SignInLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame email={null} health={null}>
      <ErrorScreen error={error} />
    </AdminFrame>
  )
}
