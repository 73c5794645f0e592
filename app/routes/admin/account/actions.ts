import { data } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { TooManyAttempts, WrongField } from '#app/.server/auth/auth-errors.ts'
import { changePassword } from '#app/.server/auth/commands/change-password.ts'
import { endSessions } from '#app/.server/auth/commands/end-sessions.ts'
import type { Visitor } from '#app/.server/auth/commands/sign-in.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { fieldErrors } from '#app/contracts/form-data.ts'
import { newPasswordForm } from '#app/contracts/sign-in.ts'
import type { Failure } from '../components/client-action.ts'

/** Who asks, and from which session. */
export type Asker = { admin: { id: string; email: string }; sessionId: string; visitor: Visitor }

/** What was typed never travels back; the browser keeps it in its fields. */
export type AccountAnswer = {
  /** Which form of the screen it answers. */
  intent: string
  /** What a toast says; null where it was refused. */
  done: { message: string; detail?: string } | null
  refused: Failure | null
  fields: Record<string, string>
}

type Fields = Record<string, string>
type Action = {
  /** What the banner says where it was not done. */
  failed: string
  run(app: AppContext, asker: Asker, fields: Fields): Promise<AccountAnswer['done']>
}

/** Something typed is missing or cannot be read; sentences by field. */
class InvalidFields extends Error {
  readonly fields: Fields

  constructor(fields: Fields) {
    super('invalid fields')
    this.fields = fields
  }
}

const actions: Record<string, Action> = {
  password: {
    failed: 'Your password was not changed',
    async run(app, { admin, visitor }, fields) {
      const parsed = newPasswordForm.safeParse(fields)
      if (!parsed.success) throw new InvalidFields(fieldErrors(parsed.error))
      await changePassword(app, admin.email, parsed.data, visitor)
      return { message: 'Password changed', detail: 'You are signed out everywhere else.' }
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

/** Runs the action of a form on the account screen. */
export async function performAccountAction(app: AppContext, asker: Asker, fields: Fields) {
  const intent = fields.intent ?? ''
  const answer = (part: Partial<AccountAnswer>, init?: ResponseInit) =>
    data<AccountAnswer>({ intent, done: null, refused: null, fields: {}, ...part }, init)
  const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined
  if (!action) {
    const refused = { code: 'unknown_form', message: 'This form is not known here.' }
    return answer({ refused }, { status: 400 })
  }
  const message = action.failed
  try {
    return answer({ done: await action.run(app, asker, fields) })
  } catch (error) {
    if (error instanceof InvalidFields) {
      const refused = { code: 'invalid_request', message }
      return answer({ refused, fields: error.fields }, { status: 400 })
    }
    if (!(error instanceof AppError)) throw error
    const { code, status } = error
    if (error instanceof WrongField) {
      const wrong = { [error.field]: error.message }
      return answer({ refused: { code, message }, fields: wrong }, { status })
    }
    const headers: HeadersInit =
      error instanceof TooManyAttempts ? { 'Retry-After': `${error.seconds}` } : {}
    return answer({ refused: { code, message, advice: error.message } }, { status, headers })
  }
}
