import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { type Extent, requireFreshFor } from '#app/.server/auth/require-reauthentication.ts'
import { refuseUnless, refuseUnlessFresh } from '#app/.server/auth/require-right.ts'
import type { Reauth } from '#app/.server/auth/route-rights.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import type { Right, Role } from '#app/domain/access/rights.ts'
import { parseForm } from './parse-form.ts'
import { runCommand } from './run-command.ts'

type Texts = Record<string, string>

/** The form of an action that needs no more than its name. */
export const noFields = z.object({})

/** What commands of staff are about, and who of them it is. */
type About = {
  /** Of the address: the order, the payment, the message … */
  id: string
  /** The email address of the signed-in admin. */
  by: string
}

/** An action as it was requested: by whom, of what, and with which form. */
export type Requested = About & {
  app: AppContext
  context: Readonly<RouterContextProvider>
  request: Request
  role: Role
  typed: Texts
  /** Throws where the session needs re-authentication; of small changes some need none. */
  requireFresh: (extent?: Extent) => Promise<void>
}

/** What a toast shows, and what else the page shows once. */
export type Done = { done: string; detail?: string | undefined; report?: string[] }

type Definition<Input, Result, Answer> = {
  form: z.ZodType<Input>
  /** `input`: what was read of the form, beside what it is about and who it is. */
  run(app: AppContext, input: About & NoInfer<Input>, requested: Requested): Promise<Result>
  /** What was done, as a message, or as an answer with more than that. */
  answer: string | ((result: Result, input: NoInfer<Input>, requested: Requested) => Answer)
}

/** One thing that staff can do on a page. */
export type StaffAction<Answer> = {
  right: Right | null
  reauth: Reauth
  perform(requested: Requested): Promise<Answer>
}

/**
 * Checks the right, reads the form, asks for re-authentication, runs the command and says what was done.
 * `right`: beyond the right to post to the address; null: none.
 */
export function staffAction<Input, Result, Answer extends string | object = string>(
  right: Right | null,
  reauth: Reauth,
  definition: Definition<Input, Result, Answer>,
): StaffAction<Answer extends string ? Done : Answer>
export function staffAction<Input, Result>(
  right: Right | null,
  reauth: Reauth,
  { form, run, answer }: Definition<Input, Result, string | object>,
): StaffAction<object> {
  return {
    right,
    reauth,
    async perform(requested) {
      if (right) refuseUnless(requested.role, right)
      const input = parseForm(form, requested.typed)
      if (reauth === 'once valid') await requested.requireFresh()
      const { app, id, by } = requested
      // A form may name what it is about, as in a list, and never who sent it.
      const result = await run(app, { id, ...input, by }, requested)
      const said = typeof answer === 'string' ? answer : answer(result, input, requested)
      return typeof said === 'string' ? { done: said } : said
    },
  }
}

type Actions = Readonly<Record<string, StaffAction<object>>>
type AnswerOf<Table extends Actions> = Awaited<ReturnType<Table[keyof Table]['perform']>>

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** The action that a form names in its field `action`, ready to be performed. */
export async function requestedAction<Table extends Actions>(
  actions: Table,
  { request, context }: Args,
  id = '',
) {
  const input = await formTexts(request)
  const { action: name = '' } = input
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  // One that is not known counts as one that always needs it [FRESH-05].
  if (!action || action.reauth === 'always') refuseUnlessFresh({ request, context })
  const { email: by, role } = context.get(adminContext)
  const app = context.get(appContext)
  const requireFresh = (extent: Extent = 'large') => requireFreshFor(context, extent)
  const requested: Requested = { app, context, request, id, by, role, typed: input, requireFresh }
  const perform = async () => {
    if (action) return (await action.perform(requested)) as AnswerOf<Table>
    const message = 'This form isn’t recognized. Please reload the page.'
    throw new AppError('unknown_form', 400, message)
  }
  return { name, typed: input, requested, perform }
}

/**
 * The action of a route whose page has several forms. A refusal returns what was typed. `param`: of the address,
 * what the commands are about.
 */
export const actionOf =
  <Table extends Actions>(actions: Table, param = 'id') =>
  async (args: Args & { params: Readonly<Record<string, string | undefined>> }) => {
    const { typed, requested, perform } = await requestedAction(actions, args, args.params[param])
    return runCommand(requested.app, perform, typed)
  }
