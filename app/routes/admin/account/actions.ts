import { data } from 'react-router'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { TooManyAttempts, WrongField } from '#app/.server/auth/auth-errors.ts'
import {
  authenticatorStep,
  beginAuthenticator,
  finishAuthenticator,
  type NewAuthenticator,
} from '#app/.server/auth/commands/change-authenticator.ts'
import { askForEmailChange } from '#app/.server/auth/commands/change-email.ts'
import { removePasskey, renamePasskey } from '#app/.server/auth/commands/change-passkey.ts'
import { changePassword } from '#app/.server/auth/commands/change-password.ts'
import { endSessions } from '#app/.server/auth/commands/end-sessions.ts'
import { renewRecoveryCodes } from '#app/.server/auth/commands/renew-recovery-codes.ts'
import type { Visitor } from '#app/.server/auth/commands/sign-in.ts'
import type { AccountAction } from '#app/.server/auth/route-rights.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type QrCode, qrCode } from '#app/.server/platform/qr-code.ts'
import { passkeyName } from '#app/contracts/auth/passkey.ts'
import { codeForm, newEmailForm, newPasswordForm, proofForm } from '#app/contracts/auth/sign-in.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import type { Failure } from '../components/client-action.ts'

/** Who asks, and from which session. */
export type Asker = {
  admin: { id: string; email: string }
  sessionId: string
  visitor: Visitor
  /** Throws where the session has not shown a second factor just now. */
  requireFresh: () => Promise<void>
}

/** What was typed never travels back; the browser keeps it in its fields. */
export type AccountAnswer = {
  /** Which form of the screen it answers. */
  intent: string
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

const nothing = { done: null, refused: null, fields: {}, shown: null }

type Fields = Record<string, string>
type Done = { message: string; detail?: string; shown?: Shown }
type Action = {
  /** What the banner says where it was not done. */
  failed: string
  run(app: AppContext, asker: Asker, fields: Fields): Promise<Done | { shown: Shown }>
  /** What is shown again beside a field that was wrong. */
  again?(app: AppContext, asker: Asker, fields: Fields): Promise<Shown>
}

/** Something typed is missing or cannot be read; sentences by field. */
class InvalidFields extends Error {
  readonly fields: Fields

  constructor(fields: Fields) {
    super('invalid fields')
    this.fields = fields
  }
}

const actions: Record<AccountAction, Action> = {
  password: {
    failed: 'Your password was not changed',
    async run(app, { admin, visitor }, fields) {
      await changePassword(app, admin.email, parsed(newPasswordForm, fields), visitor)
      return { message: 'Password changed', detail: 'You are signed out everywhere else.' }
    },
  },
  email: {
    failed: 'Your e-mail address was not changed',
    async run(app, { admin, visitor }, fields) {
      const form = parsed(newEmailForm, fields)
      await askForEmailChange(app, admin.email, form, visitor)
      return { message: 'Link sent', detail: `It counts once ${form.newEmail} has confirmed it.` }
    },
  },
  'recovery-codes': {
    failed: 'No new recovery codes were made',
    async run(app, { admin, visitor }, fields) {
      const codes = await renewRecoveryCodes(app, admin.email, proofIn(fields), visitor)
      return { message: 'New recovery codes made', shown: { is: 'recovery codes', codes } }
    },
  },
  authenticator: {
    failed: 'Your authenticator app was not changed',
    async run(app, { admin, visitor }, fields) {
      const begun = await beginAuthenticator(app, admin.email, proofIn(fields), visitor)
      return { shown: await authenticatorShown(begun) }
    },
  },
  'authenticator-code': {
    failed: 'Your authenticator app was not changed',
    async run(app, { admin, visitor }, fields) {
      const { code } = parsed(codeForm, fields)
      const { ticket = '' } = fields
      await finishAuthenticator(app, admin.email, { ticket, code }, visitor)
      return {
        message: 'Authenticator app changed',
        detail: 'Codes of the old one no longer count. You are signed out everywhere else.',
      }
    },
    async again(app, { admin }, { ticket = '' }) {
      return authenticatorShown(await authenticatorStep(app, admin.email, ticket))
    },
  },
  'rename-passkey': {
    failed: 'The passkey was not renamed',
    async run(app, { admin, visitor: { address } }, fields) {
      const { name } = parsed(z.object({ name: passkeyName }), fields)
      await renamePasskey(app, { admin, id: fields.id ?? '', address, name })
      return { message: 'Passkey renamed' }
    },
  },
  'remove-passkey': {
    failed: 'The passkey was not removed',
    async run(app, { admin, requireFresh, visitor: { address } }, { id = '' }) {
      await requireFresh()
      const { name } = await removePasskey(app, { admin, id, address })
      return { message: 'Passkey removed', detail: `“${name}” signs nobody in any more.` }
    },
  },
  'end-session': {
    failed: 'The session was not ended',
    async run(app, { admin, sessionId, visitor }, { id = '' }) {
      const asked = { admin, sessionId, which: { id }, address: visitor.address }
      const ended = await endSessions(app, asked)
      return { message: ended > 0 ? 'Session ended' : 'That session had ended already' }
    },
  },
  'end-others': {
    failed: 'Your other sessions were not ended',
    async run(app, { admin, sessionId, visitor }) {
      const asked = { admin, sessionId, which: 'others', address: visitor.address } as const
      const ended = await endSessions(app, asked)
      return { message: 'You are signed out everywhere else', detail: `Sessions ended: ${ended}.` }
    },
  },
}

function parsed<T extends z.ZodType>(form: T, fields: Fields): z.output<T> {
  const read = form.safeParse(fields)
  if (!read.success) throw new InvalidFields(fieldErrors(read.error))
  return read.data
}

const proofIn = (fields: Fields) => parsed(proofForm, fields)

async function authenticatorShown(begun: NewAuthenticator): Promise<Shown> {
  return { is: 'authenticator', qr: await qrCode(begun.totpUri), ...begun }
}

/** Runs the action of a form on the account screen. */
export async function performAccountAction(app: AppContext, asker: Asker, fields: Fields) {
  const intent = fields.intent ?? ''
  const answer = (part: Partial<AccountAnswer>, init?: ResponseInit) =>
    data<AccountAnswer>({ ...nothing, intent, ...part }, init)
  const action = Object.hasOwn(actions, intent) ? actions[intent as AccountAction] : undefined
  if (!action) {
    const refused = {
      code: 'unknown_form',
      message: 'This form is not known. Please load the page again.',
    }
    return answer({ refused }, { status: 400 })
  }
  const message = action.failed
  try {
    const { shown = null, ...done } = await action.run(app, asker, fields)
    return answer({ done: 'message' in done ? done : null, shown })
  } catch (error) {
    if (error instanceof InvalidFields || error instanceof WrongField) {
      const wrong = error instanceof WrongField ? { [error.field]: error.message } : error.fields
      const shown = (await action.again?.(app, asker, fields)) ?? null
      const refused = { code: 'invalid_fields', message }
      return answer({ refused, fields: wrong, shown }, { status: 400 })
    }
    if (!(error instanceof AppError)) throw error
    const { code, status } = error
    const headers: HeadersInit =
      error instanceof TooManyAttempts ? { 'Retry-After': `${error.seconds}` } : {}
    return answer({ refused: { code, message, advice: error.message } }, { status, headers })
  }
}
