import { createContext, data } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { LinkEnded, WrongField } from '#app/.server/auth/auth-errors.ts'
import {
  beginEnrollment,
  type EnrollmentLink,
  type EnrollmentStep,
  enrollmentStep,
  finishEnrollment,
} from '#app/.server/auth/commands/enroll.ts'
import type { Visitor } from '#app/.server/auth/commands/sign-in.ts'
import { withCookies } from '#app/.server/auth/require-admin.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type QrCode, qrCode } from '#app/.server/platform/qr-code.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { codeForm, newAccountForm, wrongNewAppCode } from '#app/contracts/auth/sign-in.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'

type Errors = Record<string, string>

export type EnrollmentResult =
  | { step: 'account'; email: string; errors: Errors; message?: string }
  | ({ step: 'code'; errors: Errors; qr: QrCode; message?: string } & EnrollmentStep)
  | { step: 'done'; email: string; recoveryCodes: string[] }

/** Whether this very request made the admin: its page is shown once more, with the codes. */
export const enrolledContext = createContext(false)

type Fields = Record<string, string>

const stillCounts =
  'Please try again in a moment with the code your app shows then. You don’t need to set up the app again.'

/** One form of a link that makes an admin: the password, then the code. Throws LinkEnded for a dead link. */
export async function performEnrollment(
  app: AppContext,
  link: EnrollmentLink,
  fields: Fields,
  visitor: Visitor,
) {
  try {
    if (fields.ticket === undefined) return await account(app, link, fields)
    const parsed = codeForm.safeParse(fields)
    const { ticket } = fields
    if (!parsed.success)
      return await again(app, link, ticket, { errors: fieldErrors(parsed.error) })
    const proof = { ticket, code: parsed.data.code }
    const finished = await finishEnrollment(app, link, proof, visitor)
    if (!finished) return await again(app, link, ticket, { errors: { code: wrongNewAppCode } })
    const { email, recoveryCodes, cookies } = finished
    const done = { step: 'done' as const, email: shownEmail(email), recoveryCodes }
    return answer(200, done, privately(cookies))
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof LinkEnded) throw error
    const { status, message } = error
    if (fields.ticket !== undefined && status === 503) {
      return again(app, link, fields.ticket, { status, message: `${message}. ${stillCounts}` })
    }
    return answer(status, { step: 'account', email: '', errors: {}, message })
  }
}

async function account(app: AppContext, link: EnrollmentLink, fields: Fields) {
  const parsed = newAccountForm.safeParse(fields)
  if (!parsed.success) {
    const email = (fields.email ?? '').slice(0, 254)
    return answer(400, { step: 'account', email, errors: fieldErrors(parsed.error) })
  }
  try {
    const begun = await beginEnrollment(app, link, parsed.data)
    return answer(200, { step: 'code', errors: {}, qr: await qrCode(begun.totpUri), ...begun })
  } catch (error) {
    if (!(error instanceof WrongField)) throw error
    const { email } = parsed.data
    return answer(400, { step: 'account', email, errors: { [error.field]: error.message } })
  }
}

/** The second step once more, of the same secret. */
async function again(
  app: AppContext,
  link: EnrollmentLink,
  ticket: string,
  { status = 400, ...why }: { status?: number; errors?: Errors; message?: string },
) {
  const step = await enrollmentStep(app, link, ticket)
  return answer(status, {
    step: 'code',
    errors: {},
    qr: await qrCode(step.totpUri),
    ...step,
    ...why,
  })
}

function answer(status: number, body: EnrollmentResult, headers = privately()) {
  return data(body, { status, headers })
}

/** The address is a key: no cache stores the answer. */
export function privately(cookies: readonly string[] = []): Headers {
  return withCookies(cookies)
}
