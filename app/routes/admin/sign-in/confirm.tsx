import { data, Form, Link, useSearchParams } from 'react-router'
import { TooManyAttempts, WrongField } from '#app/.server/auth/auth-errors.ts'
import { confirmFactor } from '#app/.server/auth/commands/confirm-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { codeForm } from '#app/contracts/auth/sign-in.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { MfaCode } from '../account/proof-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import type { Route } from './+types/confirm.ts'

/** What is wrong with the code, or with the answer as a whole. */
export type Confirmation = { confirmed: true } | { refused: { code: string; message: string } }

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const visitor = { headers: request.headers, address: context.get(clientAddressContext) }
  const parsed = codeForm.safeParse(await formTexts(request))
  if (!parsed.success) {
    const message = fieldErrors(parsed.error).code ?? 'Invalid MFA code'
    return refused('invalid_request', message, 400)
  }
  try {
    await confirmFactor(context.get(appContext), email, parsed.data.code, visitor)
    return data<Confirmation>({ confirmed: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const headers: HeadersInit =
      error instanceof TooManyAttempts ? { 'Retry-After': `${error.seconds}` } : {}
    const code = error instanceof WrongField ? 'wrong_code' : error.code
    return refused(code, error.message, error.status, headers)
  }
}

function refused(code: string, message: string, status: number, headers: HeadersInit = {}) {
  return data<Confirmation>({ refused: { code, message } }, { status, headers })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('Nothing was confirmed')

export const meta: Route.MetaFunction = () => adminTitle('Confirm it’s you')

/** A list of the admin area whose file was asked for; null for anything else, other sites among them. */
const listToReturnTo = (back: string | null) =>
  back !== null && /^\/admin\/dashboard\/[\w/-]+(?:\?|$)/.test(back) ? back : null

/** The screen for browsers without JavaScript, and for files; with it, confirm-factor.tsx asks in a dialog. */
export default function Confirm({ actionData }: Route.ComponentProps) {
  const back = listToReturnTo(useSearchParams()[0].get('back'))
  const isConfirmed = actionData !== undefined && 'confirmed' in actionData
  const wrong = actionData && 'refused' in actionData ? actionData.refused.message : undefined
  return (
    <div className="max-w-md pt-8">
      <h1>Confirm it’s you</h1>
      {isConfirmed ? (
        <p role="status" className="mt-4">
          Thank you. We won’t ask again for 10 minutes.{' '}
          {back
            ? 'Open the list and download the file again.'
            : 'Go back and submit your form again.'}
        </p>
      ) : (
        <>
          <p className="mt-4 text-muted">
            Some changes need your authenticator code again. We won’t ask again for 10 minutes.
          </p>
          <Form method="post" className="mt-6 grid gap-5">
            <MfaCode error={wrong} />
            <SubmitButton gold className="justify-self-start">
              Confirm
            </SubmitButton>
          </Form>
        </>
      )}
      <p className="mt-8">
        <Link to={back ?? '/admin/dashboard'} className="link">
          {back ? 'Back to the list' : 'Back to Dashboard'}
        </Link>
      </p>
    </div>
  )
}
