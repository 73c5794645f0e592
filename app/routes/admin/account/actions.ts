import { data } from 'react-router'
import { z } from 'zod'
import { TooManyAttempts, WrongField } from '#app/.server/auth/auth-errors.ts'
import {
  authenticatorStep,
  beginAuthenticator,
  finishAuthenticator,
  type NewAuthenticator,
} from '#app/.server/auth/commands/change-authenticator.ts'
import { requestEmailChange } from '#app/.server/auth/commands/change-email.ts'
import { removePasskey, renamePasskey } from '#app/.server/auth/commands/change-passkey.ts'
import { changePassword } from '#app/.server/auth/commands/change-password.ts'
import { endSessions } from '#app/.server/auth/commands/end-sessions.ts'
import { renewRecoveryCodes } from '#app/.server/auth/commands/renew-recovery-codes.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { type QrCode, qrCode } from '#app/.server/platform/qr-code.ts'
import { passkeyName } from '#app/contracts/auth/passkey.ts'
import { codeForm, newEmailForm, newPasswordForm, proofForm } from '#app/contracts/auth/sign-in.ts'
import type { Failure } from '../components/client-action.ts'
import { InvalidForm } from '../components/parse-form.ts'
import {
  noFields,
  type Requested,
  requestedAction,
  staffAction,
} from '../components/staff-actions.ts'

/** What was typed never travels back; the browser keeps it in its fields. */
export type AccountActionResult = {
  /** Which form of the page it answers. */
  action: string
  /** What a toast says; null where it was refused. */
  done: { message: string; detail?: string } | null
  /** Shown once, with this answer alone. */
  shown: Shown | null
  refused: Failure | null
  fields: Record<string, string>
}

type Shown =
  | { is: 'recovery codes'; codes: string[] }
  | ({ is: 'authenticator'; qr: QrCode } & NewAuthenticator)

type Part = Partial<AccountActionResult>

const nothing = { done: null, refused: null, fields: {}, shown: null }

const done = (message: string, detail?: string): Part => ({
  done: { message, ...(detail && { detail }) },
})

const id = z.string().default('')

export const accountActions = {
  password: staffAction(null, 'never', {
    // This form and the next three ask for the password and a code.
    form: newPasswordForm,
    run: (app, form, requested) => changePassword(app, form.by, form, visitorOf(requested)),
    answer: () => done('Password changed', 'You’re signed out everywhere else.'),
  }),
  email: staffAction(null, 'never', {
    form: newEmailForm,
    run: (app, form, requested) => requestEmailChange(app, form.by, form, visitorOf(requested)),
    answer: (_, { newEmail }) => done('Link sent', `It takes effect once ${newEmail} confirms it.`),
  }),
  'recovery-codes': staffAction(null, 'never', {
    form: proofForm,
    run: (app, proof, requested) => renewRecoveryCodes(app, proof.by, proof, visitorOf(requested)),
    answer: (codes): Part => ({
      ...done('New recovery codes created'),
      shown: { is: 'recovery codes', codes },
    }),
  }),
  authenticator: staffAction(null, 'never', {
    form: proofForm,
    run: async (app, proof, requested) =>
      authenticatorShown(await beginAuthenticator(app, proof.by, proof, visitorOf(requested))),
    answer: (shown): Part => ({ shown }),
  }),
  'authenticator-code': staffAction(null, 'never', {
    form: codeForm,
    run: (app, { by, code }, requested) =>
      finishAuthenticator(
        app,
        by,
        { ticket: requested.typed.ticket ?? '', code },
        visitorOf(requested),
      ),
    answer: () =>
      done(
        'Authenticator app changed',
        'Codes from the old one no longer work. You’re signed out everywhere else.',
      ),
  }),
  'rename-passkey': staffAction(null, 'never', {
    form: z.object({ id, name: passkeyName }),
    run: (app, { id, name }, { context }) => renamePasskey(app, { ...ownerOf(context), id, name }),
    answer: () => done('Passkey renamed'),
  }),
  'remove-passkey': staffAction(null, 'once valid', {
    form: z.object({ id }),
    run: (app, { id }, { context }) => removePasskey(app, { ...ownerOf(context), id }),
    answer: ({ name }) => done('Passkey removed', `“${name}” no longer signs anyone in.`),
  }),
  'end-session': staffAction(null, 'never', {
    form: z.object({ id }),
    run: (app, { id }, { context }) =>
      endSessions(app, {
        ...ownerOf(context),
        sessionId: context.get(sessionContext).id,
        which: { id },
      }),
    answer: (ended) => done(ended > 0 ? 'Session ended' : 'That session had already ended'),
  }),
  'end-others': staffAction(null, 'never', {
    form: noFields,
    run: (app, _, { context }) =>
      endSessions(app, {
        ...ownerOf(context),
        sessionId: context.get(sessionContext).id,
        which: 'others',
      }),
    answer: (ended) => done('You’re signed out everywhere else', `Sessions ended: ${ended}.`),
  }),
}

/** What the banner says where it was not done. */
const failures: Record<keyof typeof accountActions, string> = {
  password: 'Your password wasn’t changed',
  email: 'Your email address wasn’t changed',
  'recovery-codes': 'New codes weren’t created. Check the fields below.',
  authenticator: 'Your authenticator app wasn’t changed',
  'authenticator-code': 'Your authenticator app wasn’t changed',
  'rename-passkey': 'The passkey wasn’t renamed',
  'remove-passkey': 'The passkey wasn’t removed',
  'end-session': 'The session wasn’t ended',
  'end-others': 'Your other sessions weren’t ended',
}

type Context = Requested['context']

const visitorOf = ({ request: { headers }, context }: Pick<Requested, 'request' | 'context'>) => ({
  headers,
  address: context.get(clientAddressContext),
})

function ownerOf(context: Context) {
  const { id, email } = context.get(adminContext)
  return { admin: { id, email }, address: context.get(clientAddressContext) }
}

async function authenticatorShown(begun: NewAuthenticator): Promise<Shown> {
  return { is: 'authenticator', qr: await qrCode(begun.totpUri), ...begun }
}

/** Runs the action of a form on the account page. */
export async function performAccountAction(args: Pick<Requested, 'request' | 'context'>) {
  const { name, requested, perform } = await requestedAction(accountActions, args)
  const answer = (part: Part, init?: ResponseInit) =>
    data<AccountActionResult>({ ...nothing, action: name, ...part }, init)
  try {
    return answer(await perform())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = wrongFields(error)
    const message = Object.hasOwn(failures, name) && failures[name as keyof typeof failures]
    if (fields && message) {
      // The next code is typed below the same key.
      const { app, by, typed } = requested
      const shown =
        name === 'authenticator-code'
          ? await authenticatorShown(await authenticatorStep(app, by, typed.ticket ?? ''))
          : null
      return answer(
        { refused: { code: 'invalid_fields', message }, fields, shown },
        { status: 400 },
      )
    }
    const { code, status } = error
    const headers: HeadersInit =
      error instanceof TooManyAttempts ? { 'Retry-After': `${error.seconds}` } : {}
    const refused = message
      ? { code, message, advice: error.message }
      : { code, message: error.message }
    return answer({ refused }, { status, headers })
  }
}

/** What is missing or cannot be read; messages by field. */
function wrongFields(error: AppError): Record<string, string> | null {
  if (error instanceof WrongField) return { [error.field]: error.message }
  return error instanceof InvalidForm ? error.errors : null
}
